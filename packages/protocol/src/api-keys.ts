import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import { Sha256 } from './files.ts'
import { KeyHint, KeyScope, keyScopes } from './values/api-key.ts'
import { integer } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { LinkCode } from './values/link-code.ts'
import { Mandate, MandateSignature } from './values/mandate.ts'
import { page, pageQuery } from './values/page.ts'
import { Signature } from './values/signature.ts'
import { text } from './values/text.ts'

/** What a session can grant to all of a person's keys together, and for how long. More requires a signature of the wallet. */
export const KEY_CREDITS_PER_DAY_MAX = 500
export const KEY_DAYS_MAX = 90

/** How much a wallet can sign for. */
export const MANDATE_DAYS_MAX = 365

/** For keys to try something out. */
const KEY_HOURS_MAX = 24

/** How many usable keys one person may have. */
export const KEYS_MAX = 20

export const KEY_NAME_MAX = 60

/** How many jobs of a key may be open at once, unless it says otherwise. */
const OPEN_MAX = 16

/** More than anyone has. */
const CREDITS_MAX = 1_000_000_000

const APPS_MAX = 50
const NETWORKS_MAX = 10

const Network = z
  .string()
  .max(43)
  .regex(/^[0-9A-Fa-f.:]+(\/\d{1,3})?$/, 'must look like 203.0.113.0/24')

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(KeyScope),
  /** The apps that it may order; null for all. */
  apps: z.array(AppId).nullable(),
  /** The networks that it may be used from; null for all. */
  networks: z.array(z.string()).nullable(),
  /** In total; null if only the daily limit applies. */
  creditsTotal: z.int().nullable(),
  /** Per day, UTC. */
  creditsPerDay: z.int(),
  creditsPerJob: z.int().nullable(),
  /** Jobs that may be open at once. */
  openMax: z.int(),
  /** What its jobs cost, including what is held for open ones. */
  spent: z.int(),
  spentToday: z.int(),
  /** What it can still spend: in total (null: without limit) and today. */
  left: z.object({ total: z.int().nullable(), day: z.int() }),
  createdAt: IsoDate,
  expiresAt: IsoDate,
  lastUsedAt: IsoDate.nullable(),
  lastNetwork: z.string().nullable(),
  revokedAt: IsoDate.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const limits = {
  scopes: z
    .array(KeyScope)
    .min(1)
    .max(keyScopes.length)
    .refine((given) => new Set(given).size === given.length, 'must not name one twice'),
  apps: z.array(AppId).min(1).max(APPS_MAX).nullable(),
  networks: z.array(Network).min(1).max(NETWORKS_MAX).nullable(),
  creditsTotal: integer({ min: 0, max: CREDITS_MAX }).nullable(),
  creditsPerDay: integer({ min: 0, max: CREDITS_MAX }),
  creditsPerJob: integer({ min: 0, max: CREDITS_MAX }).nullable(),
  openMax: integer({ min: 1, max: 64 }),
}

/** A requested key. */
export const WantedKey = z.strictObject({
  name: text({ min: 1, max: KEY_NAME_MAX }),
  /** SHA-256 of the key, in hex. */
  hash: Sha256,
  hint: KeyHint,
  ...limits,
  openMax: limits.openMax.default(OPEN_MAX),
  /** Counted from its creation by the network's clock, because the caller's may be ahead. */
  days: integer({ min: 1, max: MANDATE_DAYS_MAX }),
})

export const createKey = endpoint({
  method: 'POST',
  path: '/user/me/key',
  summary:
    'Register an API key by its SHA-256. Its user makes it; the network never sees it before its first call.',
  caller: 'account',
  body: z
    .strictObject({
      ...WantedKey.shape,
      days: WantedKey.shape.days.optional(),
      /** Instead of days, for a key to try something out. */
      hours: integer({ min: 1, max: KEY_HOURS_MAX }).optional(),
      /** For more than a session can grant. */
      mandate: MandateSignature.optional(),
      /** The code of the request for a mandate that this answers. The key can't exceed the request. */
      code: LinkCode.optional(),
    })
    .refine(({ days, hours }) => (days === undefined) !== (hours === undefined), {
      path: ['days'],
      error: 'must be given, or hours in its place',
    })
    .refine(({ hours, mandate }) => hours === undefined || mandate === undefined, {
      path: ['hours'],
      error: 'is not for keys that a wallet signs for',
    }),
  bodyBytesMax: 25 * 1024,
  response: ApiKey,
  status: 201,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const listKeys = endpoint({
  method: 'GET',
  path: '/user/me/key',
  summary: 'My API keys: those that can be used first, then those that have ended, newest first.',
  caller: 'account',
  response: z.object({ items: z.array(ApiKey) }),
  refusals: [],
})

const byId = z.object({ id: z.uuid() })

export const getKey = endpoint({
  method: 'GET',
  path: '/user/me/key/{id}',
  summary: 'One of my API keys, with the mandate that my wallet signed for it.',
  caller: 'account',
  params: byId,
  response: ApiKey.extend({
    /** Null if a session granted it. Doesn't include limits that were lowered since. */
    mandate: z.object({ message: Mandate, signature: Signature }).nullable(),
  }),
  refusals: [],
})

export const lowerKey = endpoint({
  method: 'PATCH',
  path: '/user/me/key/{id}',
  summary: 'Let one of my API keys do less, or rename it. To let it do more, make a new one.',
  caller: 'account',
  params: byId,
  body: z
    .strictObject({ name: text({ min: 1, max: KEY_NAME_MAX }), ...limits, expiresAt: IsoDate })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'must say what to change',
    }),
  bodyBytesMax: 8 * 1024,
  response: ApiKey,
  refusals: [],
})

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/user/me/key/{id}',
  summary: 'Revoke one of my API keys, at once and for good.',
  caller: 'account',
  params: byId,
  response: null,
  refusals: [],
})

export const keyEventKinds = ['created', 'lowered', 'revoked', 'cap_reached', 'new_network'] as const

export const KeyEvent = z.object({
  id: z.uuid(),
  at: IsoDate,
  kind: z.enum(keyEventKinds),
  /** What changed, which limit was reached, or which network called. */
  details: z.record(z.string(), z.unknown()),
})
export type KeyEvent = z.infer<typeof KeyEvent>

export const listKeyEvents = endpoint({
  method: 'GET',
  path: '/user/me/key/{id}/event',
  summary: 'What happened to one of my API keys, newest first.',
  caller: 'account',
  params: byId,
  query: z.strictObject(pageQuery),
  response: page(KeyEvent),
  refusals: [],
})

export const getCallingKey = endpoint({
  method: 'GET',
  path: '/key',
  summary: 'The API key that calls: what it may do, what it has spent and what is left.',
  caller: 'account',
  scope: 'any',
  response: ApiKey,
  refusals: [],
})
