import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IsoDate } from '../values/iso-date.ts'
import { page, pageQuery } from '../values/page.ts'

/** The events; `endpoint.test` is only sent on request. */
export const webhookEvents = [
  'job.finished',
  'job.error',
  'job.cancelled',
  'batch.finished',
  'key.cap_reached',
  'node.alert',
  'node.alert_over',
] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Endpoints of one person. */
export const WEBHOOKS_MAX = 10

export const WEBHOOK_URL_MAX = 500

/** Why nothing is sent to an endpoint: its owner switched it off, it responded 410, or it failed for days. */
export const webhookStops = ['owner', 'gone', 'failing'] as const

const url = z.string().trim().min(1).max(WEBHOOK_URL_MAX)
const events = z
  .array(WebhookEvent)
  .min(1)
  .max(webhookEvents.length)
  .refine((given) => new Set(given).size === given.length, 'must not name one twice')

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEvent),
  createdAt: IsoDate,
  /** Null if it's on. */
  stopped: z.object({ at: IsoDate, why: z.enum(webhookStops) }).nullable(),
  /** Since when there were only failures; null if the last delivery succeeded. */
  failingSince: IsoDate.nullable(),
  /** Until then, the previous secret signs as well. */
  previousSecretUntil: IsoDate.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** `whsec_` and 32 bytes in base64, as in Standard Webhooks. Only sent once. */
const WebhookWithSecret = Webhook.extend({ secret: z.string() })

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhook',
  summary: 'Have events sent to an address. The answer has the secret that signs them; it is shown once.',
  caller: 'account',
  body: z.strictObject({ url, events }),
  bodyBytesMax: 4 * 1024,
  response: WebhookWithSecret,
  status: 201,
  limit: { count: 30, seconds: 60 },
  refusals: ['url_refused'],
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhook',
  summary: 'My webhook endpoints, newest first.',
  caller: 'account',
  response: z.object({ items: z.array(Webhook) }),
  refusals: [],
})

const byId = z.object({ id: z.uuid() })

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/webhook/{id}',
  summary: 'Change the address or the events of a webhook endpoint, or switch it off and on.',
  caller: 'account',
  params: byId,
  body: z
    .strictObject({ url, events, isOn: z.boolean() })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'must say what to change',
    }),
  bodyBytesMax: 4 * 1024,
  response: Webhook,
  refusals: ['url_refused'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhook/{id}',
  summary: 'Delete a webhook endpoint with its deliveries.',
  caller: 'account',
  params: byId,
  response: null,
  refusals: [],
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/webhook/{id}/rotate',
  summary: 'Give a webhook endpoint a new secret. For 24 hours both sign.',
  caller: 'account',
  params: byId,
  response: WebhookWithSecret,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhook/{id}/test',
  summary: 'Send the event `endpoint.test` to a webhook endpoint.',
  caller: 'account',
  params: byId,
  response: z.object({ messageId: z.string() }),
  status: 202,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
const DeliveryState = z.enum(deliveryStates)

export const WebhookDelivery = z.object({
  id: z.string(),
  /** The same at every try, and in the header `webhook-id`. */
  messageId: z.string(),
  type: z.string(),
  jobId: z.uuid().nullable(),
  state: DeliveryState,
  /** How often it was sent, or was about to be. */
  attempts: z.int(),
  createdAt: IsoDate,
  /** Of the last try. */
  sentAt: IsoDate.nullable(),
  /** When it's sent next. */
  nextAt: IsoDate.nullable(),
  /** The endpoint's last response: its status, and the first 1,000 characters. */
  status: z.int().nullable(),
  answer: z.string().nullable(),
  ms: z.int().nullable(),
  /** Why there was no response. */
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhook/{id}/delivery',
  summary: 'What was sent to a webhook endpoint in the last 30 days, newest first.',
  caller: 'account',
  params: byId,
  query: z.strictObject(pageQuery),
  response: page(WebhookDelivery),
  refusals: [],
})

export const followWebhook = endpoint({
  method: 'GET',
  path: '/webhook/{id}/events',
  summary:
    'What is sent to a webhook endpoint, as it is sent: a server-sent event `message` with `headers` and `body` each, signed, resumable by Last-Event-ID. Some may come twice. After `stopped` the endpoint is off or deleted.',
  caller: 'account',
  scope: 'read',
  params: byId,
  media: 'events',
  response: null,
  refusals: ['not_acceptable', 'stream_limit'],
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/webhook/{id}/delivery/{delivery}/retry',
  summary: 'Send a message again now, whatever became of it.',
  caller: 'account',
  params: z.object({ id: z.uuid(), delivery: z.string().regex(/^[1-9]\d{0,17}$/) }),
  response: WebhookDelivery,
  limit: { count: 60, seconds: 60 },
  refusals: [],
})

/** How many messages one request sends again. Without a bound, an address of a stranger could be flooded for nothing. */
export const REPLAYED_MAX = 300

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/webhook/{id}/replay',
  summary: `Send the messages of a period again: by default those that failed. ${REPLAYED_MAX} messages at most, the oldest first.`,
  caller: 'account',
  params: byId,
  body: z.strictObject({
    since: IsoDate,
    until: IsoDate.optional(),
    states: z
      .array(z.enum(['delivered', 'failed']))
      .min(1)
      .max(2)
      .optional(),
  }),
  bodyBytesMax: 1024,
  response: z.object({ count: z.int() }),
  limit: { count: 30, seconds: 3_600 },
  refusals: [],
})
