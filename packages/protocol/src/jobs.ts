import { z } from 'zod'
import { AppId, OutputKind } from './apps/app.ts'
import { AppInput } from './apps/app-input.ts'
import { endpoint } from './endpoint.ts'
import { BODY_WITH_FILES_BYTES_MAX, inlineFileRefusals, Sha256 } from './files.ts'
import { JobCheck } from './jobs/job-check.ts'
import { Receipt } from './signatures/receipts.ts'
import { UserLine } from './users.ts'
import { Address } from './values/address.ts'
import { IdempotencyKey } from './values/idempotency-key.ts'
import { integer, integerText } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const jobStatuses = ['queued', 'running', 'finished', 'error', 'cancelled'] as const
export const JobStatus = z.enum(jobStatuses)
export type JobStatus = z.infer<typeof JobStatus>

/** Why a job ended in error; every map over them is exhaustive. */
export const failureReasons = [
  'app_failed',
  'expired',
  'input_unreadable',
  'node_lost',
  'out_of_memory',
  'output_refused',
  'timed_out',
  'weights_unavailable',
] as const
export const FailureReason = z.enum(failureReasons)
export type FailureReason = z.infer<typeof FailureReason>

export const Visibility = z.enum(['public', 'private'])

/** What is stored of a file that went into a job or came out of it. Text is included. */
export const StoredFile = z.object({
  name: z.string(),
  kind: OutputKind,
  /** A few pixels as a data URL, shown until the picture is loaded. */
  placeholder: z.string().nullable(),
  mime: z.string(),
  bytes: z.int(),
  sha256: Sha256,
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.number().nullable(),
  text: z.string().nullable(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The same with the links to its bytes; text has none. */
export const JobFile = StoredFile.extend({
  url: z.string().nullable(),
  /** AVIF, at most 640 pixels; `thumbnailSrcset` has all sizes. */
  thumbnailUrl: z.string().nullable(),
  thumbnailSrcset: z.string().nullable(),
})
export type JobFile = z.infer<typeof JobFile>

export const Job = z.object({
  id: z.uuid(),
  app: z.object({ id: AppId, version: z.int(), name: z.string() }),
  /** Null if the account was deleted. */
  user: UserLine.nullable(),
  /** Without the fields of files that the reader may not see. */
  input: AppInput,
  inputFiles: z.array(JobFile),
  /** The owner hides the input files: others get neither them nor links to them, even if the job is public. */
  inputFilesHidden: z.boolean(),
  visibility: Visibility,
  /** Only sent to its owner, since nobody else can see the job. */
  hidden: z.object({ why: z.string(), isByModerator: z.boolean() }).nullable(),
  status: JobStatus,
  reason: FailureReason.nullable(),
  /** From 0 to 1, and the current step. */
  progress: z.object({ part: z.number(), stage: z.string() }),
  /** The text so far, if the app writes as it goes. */
  partialText: z.string().nullable(),
  /** The picture so far, if the app shows it as it goes: a small WebP, in base64. */
  preview: z.string().nullable(),
  /** Increases with each change, so that one that comes late can be recognized. */
  seq: z.int(),
  outputs: z.array(JobFile),
  /** What the picture among its results shows, in words: as requested, or as detected by the network. Only known for public results. */
  alt: z.string().nullable(),
  price: z.int(),
  /**
   * What it cost: less than the price if it failed, was cancelled or ran on its owner's node. While it's open: what canceling it costs now.
   */
  charged: z.int(),
  node: z.object({ id: Address, name: z.string() }).nullable(),
  attempts: z.int(),
  createdAt: IsoDate,
  startedAt: IsoDate.nullable(),
  finishedAt: IsoDate.nullable(),
  parentId: z.uuid().nullable(),
  favorites: z.int(),
  favorite: z.boolean(),
  /** The state of its result's check by a second machine; null if it wasn't drawn for one. */
  check: JobCheck.nullable(),
  /** Lists leave it out; request the job to get it. */
  receipt: Receipt.nullable(),
})
export type Job = z.infer<typeof Job>

/** A job in the stream of its own events: the same for all watchers, except for input files that only its owner sees. */
export const JobEvent = Job.omit({ favorite: true })
export type JobEvent = z.infer<typeof JobEvent>

/** A result in the stream of the feed. Short, because it goes to everyone who has the feed open; those who want the result load it. */
export const FinishedEvent = z.object({ id: z.uuid(), appId: AppId })
export type FinishedEvent = z.infer<typeof FinishedEvent>

const byId = z.object({ id: z.uuid() })

/** Clients give up after five minutes without a response. */
export const WAIT_SECONDS_MAX = 240

export const orderFields = {
  appId: AppId,
  input: z.record(z.string(), z.unknown()),
  /** Public by default, but private if an API key orders. */
  visibility: Visibility.optional(),
  /** Only the owner sees the input files, even if the job is public. By default they're shown with it. */
  inputFilesHidden: z.boolean().optional(),
  parentId: z.uuid().optional(),
}

export const submitJob = endpoint({
  method: 'POST',
  path: '/job',
  summary: 'Order a job. Its price is held until it is finished, and given back if it is not.',
  caller: 'account',
  scope: 'order',
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional(), prefer: z.string().optional() }),
  /** How many seconds to wait for its end, also as `Prefer: wait=30` (RFC 7240); then the response is the job's current state. */
  query: z.strictObject({ wait: integerText({ min: 0, max: WAIT_SECONDS_MAX }).optional() }),
  waits: 'where asked',
  body: z.strictObject({
    ...orderFields,
    /** The order is refused if it costs more. */
    maxCredits: integer({ min: 0, max: 1_000_000_000 }).optional(),
  }),
  bodyBytesMax: 64 * 1024,
  bodyWithFilesBytesMax: BODY_WITH_FILES_BYTES_MAX,
  response: Job,
  status: 201,
  limit: { count: 1200, seconds: 60 },
  refusals: [
    ...inlineFileRefusals,
    'app_unavailable',
    'app_unknown',
    'idempotency_key_reused',
    'input_expired',
    'input_kind',
    'insufficient_credits',
    'key_cap',
    'price_above_limit',
    'queue_limit',
    'scope_missing',
  ],
})

export const requestCheck = endpoint({
  method: 'POST',
  path: '/job/{id}/check',
  summary: 'My result looks wrong: have another machine run it again, at no cost.',
  caller: 'account',
  params: byId,
  response: Job,
  refusals: ['not_ready'],
})

export const listFinishedJobs = endpoint({
  method: 'GET',
  path: '/job/finished',
  summary: 'The feed: finished public jobs, newest first.',
  caller: 'guest',
  query: z.strictObject({ ...pageQuery, app_id: AppId.optional() }),
  response: page(Job),
  refusals: [],
})

export const SEARCH_CHARACTERS_MAX = 100

export const listMyJobs = endpoint({
  method: 'GET',
  path: '/job',
  summary: 'My jobs, newest first.',
  caller: 'account',
  scope: 'read',
  query: z.strictObject({
    ...pageQuery,
    /** `open`: waiting and running jobs. */
    status: z.enum([...jobStatuses, 'open']).optional(),
    app_id: AppId.optional(),
    /** Searches the app's name, and the text of input and output; ignores case. */
    search: text({ min: 1, max: SEARCH_CHARACTERS_MAX }).optional(),
  }),
  response: page(Job),
  refusals: [],
})

export const getJob = endpoint({
  method: 'GET',
  path: '/job/{id}',
  summary: 'One job: a public one that is finished, or any of mine.',
  caller: 'guest',
  scope: 'read',
  params: byId,
  response: Job,
  refusals: [],
})

/** Nodes that are online, and how many of them can run this job. */
export const Waiting = z.object({
  /** Nodes that are online, and how many of them can run this job. */
  nodesOnline: z.int(),
  nodesAble: z.int(),
  nodesFree: z.int(),
  /** Jobs of this app that are ahead of it. */
  ahead: z.int(),
  aboutSeconds: z.int().nullable(),
  sentence: z.string(),
})
export type Waiting = z.infer<typeof Waiting>

export const explainWaiting = endpoint({
  method: 'GET',
  path: '/job/{id}/waiting',
  summary: 'Why my job is still in the queue.',
  caller: 'account',
  scope: 'read',
  params: byId,
  response: Waiting.nullable(),
  refusals: [],
})

export const watchJob = endpoint({
  method: 'GET',
  path: '/job/{id}/events',
  summary: 'A job as it changes: server-sent events `job`, resumable by Last-Event-ID.',
  caller: 'guest',
  scope: 'read',
  params: byId,
  media: 'events',
  response: null,
  refusals: ['not_acceptable', 'stream_limit'],
})

export const watchFeed = endpoint({
  method: 'GET',
  path: '/job/finished/events',
  summary:
    'The feed as it grows: a server-sent event `finished` with `id` and `appId` per result, several at a time where many end, resumable by Last-Event-ID. After `reset` too much was missed: read the feed again.',
  caller: 'guest',
  media: 'events',
  response: null,
  refusals: ['not_acceptable', 'stream_limit'],
})

export const cancelJob = endpoint({
  method: 'POST',
  path: '/job/{id}/cancel',
  summary: 'Stop my job; its price is given back.',
  caller: 'account',
  scope: 'order',
  params: byId,
  response: Job,
  refusals: ['job_final'],
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/job/{id}/retry',
  summary: 'Order the same again, as a new job linked to the old one.',
  caller: 'account',
  scope: 'order',
  params: byId,
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
  response: Job,
  status: 201,
  refusals: [...submitJob.refusals, 'not_ready'],
})

export const updateJob = endpoint({
  method: 'PATCH',
  path: '/job/{id}',
  summary: 'Show my job to everyone or to me alone, or keep the files that went in to myself.',
  caller: 'account',
  scope: 'publish',
  params: byId,
  body: z
    .strictObject({ visibility: Visibility.optional(), inputFilesHidden: z.boolean().optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'must say what to change',
    }),
  bodyBytesMax: 1024,
  response: Job,
  refusals: [],
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/job/{id}',
  summary: 'Delete my job and its files. One that is still running must be cancelled first.',
  caller: 'account',
  params: byId,
  response: null,
  refusals: ['not_ready'],
})

/** How many favorites one person may have. */
export const FAVORITES_MAX = 10_000

export const favoriteJob = endpoint({
  method: 'PUT',
  path: '/job/{id}/favorite',
  summary: 'Keep a job among my favourites.',
  caller: 'account',
  params: byId,
  response: z.object({ favorite: z.literal(true), favorites: z.int() }),
  refusals: ['favorites_limit'],
})

export const unfavoriteJob = endpoint({
  method: 'DELETE',
  path: '/job/{id}/favorite',
  summary: 'Take a job out of my favourites.',
  caller: 'account',
  params: byId,
  response: null,
  refusals: [],
})

export const listMyFavorites = endpoint({
  method: 'GET',
  path: '/user/me/favorite',
  summary: 'My favourites, the latest first.',
  caller: 'account',
  query: z.strictObject(pageQuery),
  response: page(Job),
  refusals: [],
})
