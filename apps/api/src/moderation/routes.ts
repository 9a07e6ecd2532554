import {
  type Act,
  answerFeedback as answerFeedbackEndpoint,
  getAvatars,
  getReviewCounts,
  judgeAvatar as judgeAvatarEndpoint,
  judgeJob as judgeJobEndpoint,
  listActs as listActsEndpoint,
  listFeedback,
  listReportedJobs,
  type ReportedJob,
  type ReviewedFeedback,
} from '@infra/protocol/moderation'
import type { FastifyInstance } from 'fastify'
import { getAddress, type Hex } from 'viem'
import type { Deps } from '../deps.ts'
import { listReports, type ReportRow } from '../feedback/feedback-queries.ts'
import { presentReports } from '../feedback/present-feedback.ts'
import { pageOf, pageWith, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { findJob, type JobRow } from '../jobs/job-queries.ts'
import { noSuchJob, presentJob } from '../jobs/present-job.ts'
import { presentLine } from '../users/present-user.ts'
import { readAddress } from '../users/read-address.ts'
import { answerFeedback } from './answer-feedback.ts'
import { judgeAvatar } from './judge-avatar.ts'
import { judgeJob } from './judge-job.ts'
import { countWaiting, listActs, listReported, listReportsOf } from './moderation-queries.ts'
import { presentAvatars } from './present-avatars.ts'

/** Only for the addresses in MODERATORS, which the `caller` of the endpoints ensures. */
export function moderationRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(server, deps, getReviewCounts, () => countWaiting(db))

  route(server, deps, listReportedJobs, async ({ query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listReported(db, { ...query, before, stage: query.stage ?? 'open' })
    return pageWith(rows, query, { cursor: idOf, presentAll: (shown) => presentReported(deps, shown) })
  })

  route(server, deps, judgeJobEndpoint, async ({ caller, params, body }) => {
    await judgeJob(deps, { ...params, ...body, moderator: caller.address })
    const row = await findJob(db, params.id)
    if (!row) throw noSuchJob()
    const [reported] = await presentReported(deps, [row])
    return reported!
  })

  route(server, deps, getAvatars, ({ params }) => presentAvatars(deps, readAddress(params.id)))

  route(server, deps, judgeAvatarEndpoint, async ({ caller, params, body }) => {
    const address = readAddress(params.id)
    await judgeAvatar(deps, { ...body, address, moderator: caller.address })
    return presentAvatars(deps, address)
  })

  route(server, deps, listFeedback, async ({ query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listReports(db, { ...query, before })
    return pageWith(rows, query, { cursor: idOf, presentAll: (shown) => presentReviewed(deps, shown) })
  })

  route(server, deps, answerFeedbackEndpoint, async ({ caller, params, body }) => {
    const row = await answerFeedback(deps, { ...params, ...body, moderator: caller.address })
    const [reviewed] = await presentReviewed(deps, [row])
    return reviewed!
  })

  route(server, deps, listActsEndpoint, async ({ query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    return pageOf(await listActs(db, { ...query, before }), query, { cursor: idOf, present: presentAct })
  })
}

const idOf = ({ id }: { id: string }) => id

async function presentReported(deps: Deps, rows: JobRow[]): Promise<ReportedJob[]> {
  const reports = await listReportsOf(
    deps.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ job: presentJob(deps, row, 'moderator'), reports: reports.get(row.id) ?? [] }))
}

async function presentReviewed(deps: Deps, rows: ReportRow[]): Promise<ReviewedFeedback[]> {
  const presented = await presentReports(deps, rows)
  return presented.map((row) => ({ ...row, user: presentLine(row.userAddress, row.userName) }))
}

function presentAct({ address, details, ...act }: Awaited<ReturnType<typeof listActs>>[number]): Act {
  const { subject, why } = details as Pick<Act, 'subject' | 'why'>
  return { ...act, moderator: getAddress(address as Hex), subject, why }
}
