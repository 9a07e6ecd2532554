import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IsoDate } from './iso-date.ts'
import { text } from './text.ts'

export const reportReasons = ['explicit', 'hateful', 'personal', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const REPORT_NOTE_CHARACTERS_MAX = 500

export const JobReport = z.object({
  jobId: z.uuid(),
  reason: z.enum(reportReasons),
  /** Empty where nothing was said. */
  note: z.string(),
  createdAt: IsoDate,
})
export type JobReport = z.infer<typeof JobReport>

export const reportJob = endpoint({
  method: 'POST',
  path: '/job/{id}/report',
  summary: 'Tell the moderators about a public job. Once a person: a repeat answers the first report.',
  caller: 'account',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    reason: z.enum(reportReasons),
    note: text({ min: 0, max: REPORT_NOTE_CHARACTERS_MAX }).optional(),
  }),
  response: JobReport,
  status: 201,
  limit: { count: 20, seconds: 60 },
  refusals: [],
})
