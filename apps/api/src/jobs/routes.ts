import { findApp } from '@infra/protocol/catalogue'
import { listMyReports, reportJob as reportJobDoor } from '@infra/protocol/job-reports'
import {
  cancelJob,
  deleteJob,
  explainWaiting,
  favoriteJob,
  getJob,
  Job,
  listFinishedJobs,
  listMyFavorites,
  listMyJobs,
  retryJob,
  submitJob,
  unfavoriteJob,
  updateJob,
} from '@infra/protocol/jobs'
import type { PageQuery } from '@infra/protocol/page'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, onceWithMore } from '../http/idempotency.ts'
import { oneAtATime } from '../http/one-at-a-time.ts'
import { NUMBER_CURSOR, pageOf, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { deleteOwnJob, setVisibility } from './change-job.ts'
import { cancelOpen } from './end-jobs.ts'
import { explainJob } from './explain-job.ts'
import { addFavorite, removeFavorite } from './favorites.ts'
import { firstPages } from './first-pages.ts'
import { findJob, type JobRow, listFavorites, listFeed, listJobsOf } from './job-queries.ts'
import { isVisibleTo, noSuchJob, presentJob } from './present-job.ts'
import { listReportsBy, REPORT_CURSOR, reportCursor, reportJob } from './report-job.ts'
import { type ServingNodes, servingNodes } from './serving-nodes.ts'
import { type Order, prepareJob, queueJob } from './submit-job.ts'
import type { Handover } from './wait-for-job.ts'
import type { WaitingNode } from './waiting-room.ts'

export function jobRoutes(server: FastifyInstance, deps: Deps, handover: Handover): void {
  const serving = servingNodes(deps)
  readingRoutes(server, deps, serving)
  orderingRoutes(server, deps, { serving, handover })
  changingRoutes(server, deps)
  favoriteRoutes(server, deps)
  reportRoutes(server, deps)
}

function readingRoutes(server: FastifyInstance, deps: Deps, serving: ServingNodes): void {
  const { db } = deps
  const present = (row: JobRow) => presentJob(deps, row)

  const readFeed = async (query: PageQuery & { app_id?: string }, reader?: string) => {
    const before = readCursor(query.before, NUMBER_CURSOR)
    const rows = await listFeed(db, { ...query, before, appId: query.app_id, reader })
    return pageOf(rows, query, { cursor: ({ position }) => position!, present })
  }
  const firstPage = firstPages(deps, readFeed)

  route(
    server,
    deps,
    listFinishedJobs,
    ({ caller, query }) => (caller ? undefined : firstPage(query)) ?? readFeed(query, caller?.address),
  )

  route(server, deps, listMyJobs, async ({ caller, query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listJobsOf(db, { ...query, before, appId: query.app_id, address: caller.address })
    return pageOf(rows, query, { cursor: ({ id }) => id, present })
  })

  route(server, deps, getJob, async ({ caller, params }) => {
    const row = await findJob(db, params.id, caller?.address)
    if (!row || !isVisibleTo(row, caller?.address)) throw noSuchJob()
    return presentJob(deps, row, 'with receipt')
  })

  route(server, deps, explainWaiting, async ({ caller, params }) =>
    explainJob(db, await ownJob(deps, params.id, caller.address), await serving.list()),
  )
}

function orderingRoutes(
  server: FastifyInstance,
  deps: Deps,
  { serving, handover: { offer } }: { serving: ServingNodes; handover: Handover },
): void {
  const { db, now } = deps
  const inTurn = oneAtATime()

  async function order(wanted: Order, key: string | undefined, onReplay: () => void): Promise<Job> {
    const scope = `${wanted.submittedBy} POST /job`
    const request = { scope, key, payload: wanted, now: now(), onReplay }
    // Answered before all else: what was good then may be refused now, its files gone or its nodes away.
    const earlier = key === undefined ? undefined : await findAnswer(db, { ...request, key })
    if (earlier !== undefined) return z.decode(Job, earlier as never)
    const prepared = await prepareJob(deps, wanted, serving)
    // What needs no key and has no files is one statement.
    const isPlain = key === undefined && prepared.inputFiles.length === 0
    const queueFor = async (taker: WaitingNode | undefined) => {
      const queue = async (tx: Db) => {
        const { row, assignment } = await queueJob(deps, tx, prepared, taker)
        return { result: presentJob(deps, row), assignment }
      }
      if (isPlain) return queue(db)
      const { answer, more } = await onceWithMore(db, request, async (tx) => {
        const { result, assignment } = await queue(tx)
        return { answer: z.encode(Job, result), more: assignment }
      })
      return { result: z.decode(Job, answer), assignment: more }
    }
    // One order of a person at a time, or several at once would all find room, and all take the same turn.
    return inTurn(wanted.submittedBy, () => offer(prepared.app.id, queueFor))
  }

  route(server, deps, submitJob, ({ caller, headers, body, replayed }) =>
    order({ ...body, submittedBy: caller.address }, headers['idempotency-key'], replayed),
  )

  route(server, deps, retryJob, async ({ caller, params, headers, replayed }) => {
    const { id, status, appId, input, hidden, ...job } = await ownJob(deps, params.id, caller.address)
    if (status === 'queued' || status === 'running') {
      throw new Refusal('not_ready', 'This job is still on its way.', { retryAfterSeconds: 5 })
    }
    // What was hidden is not for everyone a second time.
    const visibility = hidden ? 'private' : job.visibility
    const again = { appId, input, visibility, parentId: id, submittedBy: caller.address }
    return order(again, headers['idempotency-key'], replayed)
  })
}

function changingRoutes(server: FastifyInstance, deps: Deps): void {
  const { bell, db } = deps

  route(server, deps, cancelJob, async ({ caller, params }) => {
    await ownJob(deps, params.id, caller.address)
    const [cancelled] = await cancelOpen(db, [params.id])
    const row = await ownJob(deps, params.id, caller.address)
    if (!cancelled && row.status !== 'cancelled')
      throw new Refusal('job_final', 'This job has ended already.')
    if (cancelled) bell.ring('job', params.id)
    return presentJob(deps, row)
  })

  route(server, deps, updateJob, async ({ caller, params, body }) => {
    const { appId } = await ownJob(deps, params.id, caller.address)
    if (body.visibility === 'public') refuseHiddenApp(appId)
    await setVisibility(db, params.id, body.visibility)
    bell.ring('job', params.id)
    bell.ring('shown', params.id)
    return presentJob(deps, await ownJob(deps, params.id, caller.address), 'with receipt')
  })

  route(server, deps, deleteJob, async ({ caller, params }) => {
    const { id, status } = await ownJob(deps, params.id, caller.address)
    if (status === 'queued' || status === 'running') {
      throw new Refusal('not_ready', 'Cancel this job first.')
    }
    await deleteOwnJob(db, id)
    bell.ring('job', id)
    bell.ring('shown', id)
  })
}

function reportRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, reportJobDoor, ({ caller, params, body }) =>
    reportJob(deps, { ...body, jobId: params.id, reporter: caller.address }),
  )

  route(server, deps, listMyReports, async ({ caller, query }) => {
    const before = readCursor(query.before, REPORT_CURSOR)
    const rows = await listReportsBy(deps.db, caller.address, { ...query, before })
    return pageOf(rows, query, {
      cursor: reportCursor,
      present: (report) => ({ ...report, appName: findApp(report.appId)?.name ?? report.appId }),
    })
  })
}

function favoriteRoutes(server: FastifyInstance, deps: Deps): void {
  const { bell, db } = deps

  route(server, deps, favoriteJob, async ({ caller, params }) => {
    const row = await findJob(db, params.id)
    if (!row || !isVisibleTo(row, caller.address)) throw noSuchJob()
    const favorites = await addFavorite(db, caller.address, params.id)
    if (favorites === undefined) throw noSuchJob()
    bell.ring('job', params.id)
    bell.ring('shown', params.id)
    return { favorite: true as const, favorites }
  })

  route(server, deps, unfavoriteJob, async ({ caller, params }) => {
    if (!(await removeFavorite(db, caller.address, params.id))) return
    bell.ring('job', params.id)
    bell.ring('shown', params.id)
  })

  route(server, deps, listMyFavorites, async ({ caller, query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listFavorites(db, { ...query, before, address: caller.address })
    return pageOf(rows, query, {
      cursor: ({ favoriteId }) => favoriteId,
      present: (row) => presentJob(deps, row),
    })
  })
}

/** What only tests the network is nothing for the feed, neither when it is ordered nor afterwards. */
function refuseHiddenApp(appId: string): void {
  if (findApp(appId)?.state !== 'hidden') return
  throw new Refusal('validation_failed', '1 field is not valid.', {
    errors: [{ pointer: '/visibility', message: 'must be private: this app is not for the public' }],
  })
}

/** Another's job is, to the caller, not there. */
async function ownJob(deps: Deps, id: string, address: string): Promise<JobRow> {
  const row = await findJob(deps.db, id, address)
  if (row?.userAddress !== address) throw noSuchJob()
  return row
}
