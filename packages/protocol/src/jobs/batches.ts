import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import { endpoint } from '../endpoint.ts'
import { submitJob } from '../jobs.ts'
import { IdempotencyKey } from '../values/idempotency-key.ts'
import { integer } from '../values/integer.ts'
import { IsoDate } from '../values/iso-date.ts'
import { text } from '../values/text.ts'

/** Orders in one batch. */
export const BATCH_ORDERS_MAX = 1_000

export const JobBatch = z.object({
  id: z.uuid(),
  count: z.int(),
  /** How many of its jobs are in each state, without deleted ones. */
  jobs: z.object({
    queued: z.int(),
    running: z.int(),
    finished: z.int(),
    error: z.int(),
    cancelled: z.int(),
  }),
  /** What was held when it was ordered, and what its jobs have cost so far. */
  price: z.int(),
  charged: z.int(),
  createdAt: IsoDate,
  /** Shortly after the last of its jobs ended. */
  finishedAt: IsoDate.nullable(),
})
export type JobBatch = z.infer<typeof JobBatch>

export const submitBatch = endpoint({
  method: 'POST',
  path: '/job/batch',
  summary: 'Order up to 1,000 jobs at once: all of them, or none. Each gives its own price back if it fails.',
  caller: 'account',
  scope: 'order',
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
  body: z.strictObject({
    orders: z
      .array(
        z.strictObject({
          appId: AppId,
          input: z.record(z.string(), z.unknown()),
          /** The caller's own name for it, which is returned with its result. */
          ref: text({ min: 1, max: 100 }).optional(),
        }),
      )
      .min(1)
      .max(BATCH_ORDERS_MAX),
    /** Private by default. */
    visibility: z.enum(['public', 'private']).optional(),
    /** The batch is refused if it costs more. */
    maxCredits: integer({ min: 0, max: 1_000_000_000 }).optional(),
  }),
  bodyBytesMax: 1024 * 1024,
  bodyValuesMax: 10_000,
  response: JobBatch,
  status: 201,
  limit: { count: 60, seconds: 60 },
  refusals: submitJob.refusals,
})

const byId = z.object({ id: z.uuid() })

export const getBatch = endpoint({
  method: 'GET',
  path: '/job/batch/{id}',
  summary: 'One of my batches: how many of its jobs are done, and what they cost.',
  caller: 'account',
  scope: 'read',
  params: byId,
  response: JobBatch,
  refusals: [],
})

export const getBatchResult = endpoint({
  method: 'GET',
  path: '/job/batch/{id}/result',
  summary:
    'The jobs of a batch in their order, as JSON lines: place, ref, job, status, reason, credits and outputs.',
  caller: 'account',
  scope: 'read',
  params: byId,
  media: 'file',
  response: null,
  refusals: [],
})

export const cancelBatch = endpoint({
  method: 'POST',
  path: '/job/batch/{id}/cancel',
  summary: 'Cancel those jobs of a batch that have not ended, and get their price back.',
  caller: 'account',
  scope: 'order',
  params: byId,
  response: JobBatch,
  limit: { count: 60, seconds: 60 },
  refusals: [],
})
