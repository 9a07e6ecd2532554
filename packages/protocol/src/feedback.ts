import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { UPLOAD_BYTES_MAX, UploadedFile } from './files.ts'
import { IdempotencyKey } from './values/idempotency-key.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const feedbackKinds = ['bug', 'idea', 'praise'] as const

/** `new` until a moderator has read it; others only see reports that were read. */
export const feedbackStates = ['new', 'open', 'planned', 'fixed', 'declined'] as const
export type FeedbackState = (typeof feedbackStates)[number]

export const SCREENSHOTS_MAX = 3
export const CONTACT_CHARACTERS_MAX = 200

/** Where it happened and with which software: shown before it's sent, and left out if the sender says so. */
export const Diagnostics = z.strictObject({
  version: text({ min: 0, max: 40 }),
  page: text({ min: 0, max: 300 }),
  browser: text({ min: 0, max: 300 }),
  /** Ids of the last responses, newest first, by which we find the events in the log. */
  requestIds: z.array(text({ min: 1, max: 64 })).max(10),
})
export type Diagnostics = z.infer<typeof Diagnostics>

export const FeedbackReport = z.strictObject({
  kind: z.enum(feedbackKinds),
  title: text({ min: 4, max: 120 }),
  description: text({ min: 10, max: 4000 }),
  /** An email address or a name elsewhere. It must not make the person who replies write to somebody else. */
  contact: text({ min: 0, max: CONTACT_CHARACTERS_MAX })
    .refine((value) => !/\p{Cc}/u.test(value), 'must be one line')
    .optional(),
  diagnostics: Diagnostics.optional(),
  /** Ids of `POST /bugreport/screenshot`. */
  screenshots: z.array(z.uuid()).max(SCREENSHOTS_MAX, `must be at most ${SCREENSHOTS_MAX}`).optional(),
})
export type FeedbackReport = z.infer<typeof FeedbackReport>

export const sendBugReport = endpoint({
  method: 'POST',
  path: '/bugreport',
  summary: 'Send feedback: a bug, an idea or praise. No account is needed.',
  caller: 'guest',
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
  body: FeedbackReport,
  bodyBytesMax: 68 * 1024,
  response: z.object({ id: z.uuid(), createdAt: IsoDate }),
  status: 201,
  limit: { count: 10, seconds: 60 },
  refusals: ['idempotency_key_reused', 'input_expired'],
})

export const sendScreenshot = endpoint({
  method: 'POST',
  path: '/bugreport/screenshot',
  summary: 'Send a picture for a report: form data with one `file`. No account is needed.',
  caller: 'guest',
  upload: { bytesMax: UPLOAD_BYTES_MAX },
  response: UploadedFile,
  status: 201,
  limit: { count: 20, seconds: 60 * 60 },
  refusals: ['corrupt_file', 'empty_file', 'quota_exceeded', 'storage_full', 'type_mismatch'],
})

/** What everyone may know of a report that was read. */
export const KnownFeedback = z.object({
  id: z.uuid(),
  kind: z.enum(feedbackKinds),
  title: z.string(),
  state: z.enum(feedbackStates),
  /** Empty if there's no answer. */
  answer: z.string(),
  /** The devlog entry that closed it. */
  devlogEntry: z.string().nullable(),
  createdAt: IsoDate,
})
export type KnownFeedback = z.infer<typeof KnownFeedback>

export const listSimilarFeedback = endpoint({
  method: 'GET',
  path: '/bugreport/similar',
  summary: 'Reports with about this title that a moderator has read, the likeliest first.',
  caller: 'guest',
  query: z.strictObject({ title: text({ min: 4, max: 120 }) }),
  response: z.object({ items: z.array(KnownFeedback) }),
  limit: { count: 120, seconds: 60 },
  refusals: [],
})

export const MyFeedback = KnownFeedback.extend({
  description: z.string(),
  contact: z.string(),
  diagnostics: Diagnostics.nullable(),
  screenshots: z.array(
    z.object({
      /** Signed, and valid for a quarter of an hour. */
      url: z.string(),
      thumbnailUrl: z.string().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
  ),
  answeredAt: IsoDate.nullable(),
})
export type MyFeedback = z.infer<typeof MyFeedback>

export const listMyFeedback = endpoint({
  method: 'GET',
  path: '/user/me/feedback',
  summary: 'The feedback that I sent and what became of it, newest first.',
  caller: 'account',
  query: z.strictObject(pageQuery),
  response: page(MyFeedback),
  refusals: [],
})
