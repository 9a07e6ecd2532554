import { z } from 'zod'
import { MANDATE_DAYS_MAX, WantedKey } from '../api-keys.ts'
import { endpoint } from '../endpoint.ts'
import { integer, integerText } from '../values/integer.ts'
import { IsoDate } from '../values/iso-date.ts'
import { LinkCode } from '../values/link-code.ts'
import { Mandate } from '../values/mandate.ts'
import { isPlainName } from '../values/name-rules.ts'

/** How long a program may wait for the outcome in one call. */
export const MANDATE_WAIT_SECONDS_MAX = 25

const { hash, hint, name, scopes, apps, creditsTotal, creditsPerDay, creditsPerJob } = WantedKey.shape

const Asked = z.strictObject({
  /** SHA-256 of the key, in hex. The program keeps the key itself. */
  keyHash: hash,
  hint,
  /** What the person is shown about the requester. */
  holder: name.refine(isPlainName, 'must have no characters that cannot be seen'),
  scopes,
  apps,
  creditsTotal,
  creditsPerDay,
  creditsPerJob,
  days: integer({ min: 1, max: MANDATE_DAYS_MAX }),
})

export const requestMandate = endpoint({
  method: 'POST',
  path: '/mandate',
  summary:
    'A program asks a person for a key of its own: they open the address, lower what is too much, and sign in their wallet.',
  caller: 'anyone',
  body: Asked,
  bodyBytesMax: 8 * 1024,
  response: z.object({ code: LinkCode, url: z.string(), expiresAt: IsoDate }),
  status: 201,
  limit: { count: 10, seconds: 60 },
  refusals: [],
})

const byCode = z.object({ code: LinkCode })

export const mandateOutcomes = ['waiting', 'granted', 'refused', 'expired'] as const

export const getMandateOutcome = endpoint({
  method: 'GET',
  path: '/mandate/{code}',
  summary:
    'Whether the person has answered the request of this code. With `wait`, the answer comes when they have.',
  caller: 'anyone',
  waits: 'where asked',
  params: byCode,
  query: z.strictObject({ wait: integerText({ min: 0, max: MANDATE_WAIT_SECONDS_MAX }).optional() }),
  response: z.object({ outcome: z.enum(mandateOutcomes) }),
  limit: { count: 120, seconds: 60 },
  refusals: [],
})

export const MandateRequest = Asked.extend({
  expiresAt: IsoDate,
  /** Whether the request came from the same network as this call. */
  isFromSameNetwork: z.boolean(),
})
export type MandateRequest = z.infer<typeof MandateRequest>

export const getMandateRequest = endpoint({
  method: 'GET',
  path: '/user/me/mandate/{code}',
  summary: 'Who asks me for a key with this code, and for what.',
  caller: 'account',
  params: byCode,
  response: MandateRequest,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const refuseMandate = endpoint({
  method: 'DELETE',
  path: '/user/me/mandate/{code}',
  summary: 'Refuse the key that is asked for with this code.',
  caller: 'account',
  params: byCode,
  response: null,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const draftMandate = endpoint({
  method: 'POST',
  path: '/user/me/mandate',
  summary: 'What my wallet has to sign for such a key, and whether it has to. Use it within 15 minutes.',
  caller: 'account',
  body: WantedKey,
  bodyBytesMax: 8 * 1024,
  response: z.object({
    mandate: Mandate,
    /** Whether the key exceeds what a session can grant. */
    isNeeded: z.boolean(),
  }),
  limit: { count: 30, seconds: 60 },
  refusals: [],
})
