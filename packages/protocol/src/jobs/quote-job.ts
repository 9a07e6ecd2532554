import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { inlineFileRefusals } from '../files.ts'
import { orderFields, submitJob } from '../jobs.ts'

export const quoteJob = endpoint({
  method: 'POST',
  path: '/job/price',
  summary: 'What an order would cost, checked as the order is. Nothing is held.',
  caller: 'account',
  scope: 'order',
  body: z.strictObject(orderFields),
  bodyBytesMax: submitJob.bodyBytesMax,
  bodyWithFilesBytesMax: submitJob.bodyWithFilesBytesMax,
  response: z.object({
    credits: z.int(),
    available: z.int(),
    /** What the calling API key can still spend: in total (null: without limit) and today. */
    keyLeft: z.object({ total: z.int().nullable(), day: z.int() }).nullable(),
    /** How long such a job takes once it runs, according to those of the last day; null if there were none. */
    aboutSeconds: z.int().nullable(),
  }),
  limit: submitJob.limit,
  refusals: [
    ...inlineFileRefusals,
    'app_unavailable',
    'app_unknown',
    'input_expired',
    'input_kind',
    'scope_missing',
  ],
})
