import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { AppInput } from './apps/app-input.ts'
import { endpoint } from './endpoint.ts'
import { feedbackStates, MyFeedback } from './feedback.ts'
import { Sha256 } from './files.ts'
import { JobReport } from './job-reports.ts'
import { Job, JobFile } from './jobs.ts'
import { UserLine } from './users.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const WHY_CHARACTERS_MAX = 500
export const ANSWER_CHARACTERS_MAX = 1000

export const getReviewCounts = endpoint({
  method: 'GET',
  path: '/moderation',
  summary: 'How much waits for a moderator.',
  caller: 'moderator',
  response: z.object({ jobs: z.int(), feedback: z.int(), appeals: z.int(), checks: z.int() }),
  refusals: [],
})

/** A public job with the reports about it, but not who sent them. */
export const ReportedJob = z.object({ job: Job, reports: z.array(JobReport.omit({ jobId: true })) })
export type ReportedJob = z.infer<typeof ReportedJob>

export const reviewStages = ['open', 'decided'] as const
export type ReviewStage = (typeof reviewStages)[number]

export const listReportedJobs = endpoint({
  method: 'GET',
  path: '/moderation/job',
  summary: 'Reported jobs: those that wait for a decision, or those that have one.',
  caller: 'moderator',
  query: z.strictObject({ ...pageQuery, stage: z.enum(reviewStages).optional() }),
  response: page(ReportedJob),
  refusals: [],
})

export const judgements = ['hide', 'restore', 'dismiss'] as const
export type Judgement = (typeof judgements)[number]

export const judgeJob = endpoint({
  method: 'POST',
  path: '/moderation/job/{id}',
  summary:
    'Hide a public job, show it again, or leave it as it is. Its reporters and its owner are notified.',
  caller: 'moderator',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    act: z.enum(judgements),
    /** For the owner if it's hidden; always for the record. */
    why: text({ min: 4, max: WHY_CHARACTERS_MAX }),
  }),
  bodyBytesMax: 8 * 1024,
  response: ReportedJob,
  refusals: [],
})

/** A check in which machines differ and there's no majority. */
export const DisputedCheck = z.object({
  id: z.uuid(),
  at: IsoDate,
  app: z.object({ id: AppId, name: z.string() }),
  jobId: z.uuid(),
  /** From 0, meaning the same, upwards, by the app's measure. */
  distance: z.number().nullable(),
  /** The job's input. Null if the owner hides it from everyone; then no moderator can judge it. */
  input: z.object({ values: AppInput, files: z.array(JobFile) }).nullable(),
  /** The result under check, the second machine's, and those of any further machines. */
  results: z.array(
    z.object({
      node: z.object({ id: Address, name: z.string() }),
      isReference: z.boolean(),
      outputs: z.array(JobFile),
    }),
  ),
})
export type DisputedCheck = z.infer<typeof DisputedCheck>

export const listDisputedChecks = endpoint({
  method: 'GET',
  path: '/moderation/check',
  summary: 'Checks that need a person, newest first, with the results beside each other.',
  caller: 'moderator',
  query: z.strictObject(pageQuery),
  response: page(DisputedCheck),
  refusals: [],
})

/** The result is right; it's wrong and the second machine's is right; or nobody can tell. */
export const checkJudgements = ['agreed', 'contradicted', 'leave'] as const
export type CheckJudgement = (typeof checkJudgements)[number]

export const judgeCheck = endpoint({
  method: 'POST',
  path: '/moderation/check/{id}',
  summary:
    'Decide a check that needs a person. A wrong result is paid back, held against its node, and its owner gets the other one.',
  caller: 'moderator',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    act: z.enum(checkJudgements),
    /** For the record. */
    why: text({ min: 4, max: WHY_CHARACTERS_MAX }),
  }),
  bodyBytesMax: 8 * 1024,
  response: z.object({ id: z.uuid() }),
  refusals: [],
})

export const ReviewedAvatars = z.object({
  /** The picture that everyone sees. */
  shown: z.object({ sha256: Sha256, thumbnailUrl: z.string().nullable() }).nullable(),
  /** Pictures of this person that moderators took down, newest first. */
  hidden: z.array(
    z.object({
      sha256: Sha256,
      /** Null once the person no longer uses it: the hash is still refused, but the picture isn't stored. */
      thumbnailUrl: z.string().nullable(),
      why: z.string(),
      at: IsoDate,
    }),
  ),
})
export type ReviewedAvatars = z.infer<typeof ReviewedAvatars>

const byPerson = z.object({ id: Address })

export const getAvatars = endpoint({
  method: 'GET',
  path: '/moderation/user/{id}/avatar',
  summary: 'The picture that a person shows, and those that were taken down.',
  caller: 'moderator',
  params: byPerson,
  response: ReviewedAvatars,
  refusals: [],
})

export const avatarJudgements = ['hide', 'restore'] as const
export type AvatarJudgement = (typeof avatarJudgements)[number]

export const judgeAvatar = endpoint({
  method: 'POST',
  path: '/moderation/user/{id}/avatar',
  summary:
    'Take a person’s picture down for everyone, or undo that. The person gets the reason. A repeat changes nothing.',
  caller: 'moderator',
  params: byPerson,
  body: z.strictObject({
    act: z.enum(avatarJudgements),
    /** The picture that the moderator saw; the person may have changed it since. */
    sha256: Sha256,
    /** For the person if it's taken down; always for the record. */
    why: text({ min: 4, max: WHY_CHARACTERS_MAX }),
  }),
  bodyBytesMax: 8 * 1024,
  response: ReviewedAvatars,
  refusals: [],
})

export const ReviewedFeedback = MyFeedback.extend({
  /** Null if a visitor sent it. */
  user: UserLine.nullable(),
})
export type ReviewedFeedback = z.infer<typeof ReviewedFeedback>

export const listFeedback = endpoint({
  method: 'GET',
  path: '/moderation/feedback',
  summary: 'What people sent, newest first.',
  caller: 'moderator',
  query: z.strictObject({ ...pageQuery, state: z.enum(feedbackStates).optional() }),
  response: page(ReviewedFeedback),
  refusals: [],
})

export const answerFeedback = endpoint({
  method: 'PATCH',
  path: '/moderation/feedback/{id}',
  summary: 'Say what becomes of a report. Whoever sent it sees the answer.',
  caller: 'moderator',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    state: z.enum(feedbackStates),
    answer: text({ min: 0, max: ANSWER_CHARACTERS_MAX }),
    devlogEntry: z
      .string()
      .max(100)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the name of an entry: words in lower case, joined by "-"')
      .nullable(),
  }),
  bodyBytesMax: 16 * 1024,
  response: ReviewedFeedback,
  refusals: [],
})

export const actKinds = [
  'job_hidden',
  'job_restored',
  'reports_dismissed',
  'feedback_answered',
  'avatar_hidden',
  'avatar_restored',
  'node_suspended',
  'node_banned',
  'node_reinstated',
  'node_appeal_rejected',
  'operator_suspended',
  'operator_banned',
  'operator_reinstated',
  'operator_appeal_rejected',
  'check_agreed',
  'check_contradicted',
  'check_left',
] as const

/** One recorded act of a moderator; nobody can change it. */
export const Act = z.object({
  id: z.uuid(),
  at: IsoDate,
  kind: z.enum(actKinds),
  moderator: Address,
  /** The job or the report; the person, if it was about their picture or about them as an operator; the node. */
  subject: z.union([z.uuid(), Address]),
  why: z.string(),
})
export type Act = z.infer<typeof Act>

export const listActs = endpoint({
  method: 'GET',
  path: '/moderation/act',
  summary: 'Who decided what, when and why, newest first.',
  caller: 'moderator',
  query: z.strictObject(pageQuery),
  response: page(Act),
  refusals: [],
})
