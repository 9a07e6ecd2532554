import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IsoDate } from './iso-date.ts'
import { text } from './text.ts'

export const feedbackKinds = ['bug', 'idea', 'praise'] as const

export const FeedbackReport = z.strictObject({
  kind: z.enum(feedbackKinds),
  title: text({ min: 4, max: 120 }),
  description: text({ min: 10, max: 4000 }),
})
export type FeedbackReport = z.infer<typeof FeedbackReport>

export const sendBugReport = endpoint({
  method: 'POST',
  path: '/bugreport',
  summary: 'Send feedback: a bug, an idea or praise. No account is needed.',
  caller: 'anyone',
  body: FeedbackReport,
  response: z.object({ id: z.uuid(), createdAt: IsoDate }),
  status: 201,
  limit: { count: 10, seconds: 60 },
  refusals: [],
})
