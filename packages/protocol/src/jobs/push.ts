import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** How many of one person's browsers get push messages; another one replaces the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 10

/** Bytes in base64url without padding, as browsers write them. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .max(length)
    .regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${bytes} bytes in base64url`)
}

/** A browser's subscription: RFC 8030 and RFC 8291. */
export const PushSubscription = z.strictObject({
  /** Where the push service takes messages. */
  endpoint: z.url().max(1_000),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** What a browser can be notified of: jobs that ended, and problems of the person's nodes. */
export const pushTopics = ['jobs', 'nodes'] as const
export type PushTopic = (typeof pushTopics)[number]

const about = z
  .array(z.enum(pushTopics))
  .min(1)
  .max(pushTopics.length)
  .refine((given) => new Set(given).size === given.length, 'must not name one twice')

/** The content of a push message after decryption: a job that ended, or an alert that began or ended. */
export type PushMessage = { title: string; body: string } & (
  | { jobId: string }
  | { alertId: string; isOver: boolean }
)

export const getPushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  summary:
    'The key that push messages of this network are signed with: RFC 8292, for `applicationServerKey`.',
  caller: 'anyone',
  response: z.object({ key: z.string() }),
  refusals: [],
})

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/user/me/push',
  summary:
    'Send this browser push messages: by default when a job of mine that took longer than ten seconds ends. It lasts as long as the session.',
  caller: 'account',
  body: PushSubscription.extend({ about: about.optional() }),
  bodyBytesMax: 8 * 1024,
  response: null,
  limit: { count: 30, seconds: 3_600 },
  refusals: [],
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/user/me/push',
  summary: 'No more push messages to the browser of this session.',
  caller: 'account',
  response: null,
  refusals: [],
})
