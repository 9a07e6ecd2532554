import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const reportReasons = ['explicit', 'hateful', 'personal', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What a moderator decided about a report: the job was hidden, or stays as it is. */
export const reportOutcomes = ['hidden', 'dismissed'] as const

export const REPORT_NOTE_CHARACTERS_MAX = 500

export const JobReport = z.object({
  jobId: z.uuid(),
  reason: z.enum(reportReasons),
  /** Empty if there's no note. */
  note: z.string(),
  createdAt: IsoDate,
  /** Missing until a moderator has decided. */
  outcome: z.enum(reportOutcomes).nullable(),
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
  bodyBytesMax: 8 * 1024,
  response: JobReport,
  status: 201,
  limit: { count: 20, seconds: 60 },
  refusals: [],
})

export const listMyReports = endpoint({
  method: 'GET',
  path: '/user/me/report',
  summary: 'My reports about other people’s jobs and their outcomes, newest first.',
  caller: 'account',
  query: z.strictObject(pageQuery),
  response: page(JobReport.extend({ appName: z.string() })),
  refusals: [],
})
