import { findApp } from '@infra/protocol/apps/catalogue'
import { listMyReports, reportJob as reportJobEndpoint } from '@infra/protocol/job-reports'
import {
  cancelJob as cancelJobEndpoint,
  deleteJob as deleteJobEndpoint,
  explainWaiting,
  favoriteJob,
  getJob,
  listFinishedJobs,
  listMyFavorites,
  listMyJobs,
  retryJob as retryJobEndpoint,
  submitJob as submitJobEndpoint,
  unfavoriteJob,
  updateJob as updateJobEndpoint,
  WAIT_SECONDS_MAX,
} from '@infra/protocol/jobs'
import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import { listUserJobs } from '@infra/protocol/jobs/list-user-jobs'
import { quoteJob } from '@infra/protocol/jobs/quote-job'
import { Refusal } from '@infra/protocol/refusal'
import type { PageQuery } from '@infra/protocol/values/page'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { sendFile } from '../files/send-file.ts'
import { NUMBER_CURSOR, pageOf, readCursor, UUID_CURSOR } from '../http/page.ts'
import { mediaRoute, route } from '../http/route.ts'
import { findKeyOf } from '../keys/key-queries.ts'
import { presentKey } from '../keys/present-key.ts'
import { findCredits } from '../ledger/ledger-queries.ts'
import { appDurations } from '../nodes/app-durations.ts'
import { readAddress } from '../users/read-address.ts'
import { batchRoutes } from './batches/batch-routes.ts'
import { cancelJob } from './cancel-job.ts'
import { deleteJob } from './delete-job.ts'
import { explainJob } from './explain-job.ts'
import { addFavorite, removeFavorite } from './favorites.ts'
import { firstPages } from './first-pages.ts'
import { findJob, type JobRow, listFavorites, listFeed, listGallery, listJobsOf } from './job-queries.ts'
import { ownJob } from './own-job.ts'
import { prepareJob } from './prepare-job.ts'
import { isPublic, isVisibleTo, noSuchJob, presentJob } from './present-job.ts'
import { listReportsBy, REPORT_CURSOR, reportCursor, reportJob } from './report-job.ts'
import { retryJob } from './retry-job.ts'
import { type SubmitDeps, submitJob } from './submit-job.ts'
import { updateJob } from './update-job.ts'
import type { JobWatchers } from './watch/job-watchers.ts'
import { waitForEnd } from './watch/wait-for-end.ts'

/** What ordering and waiting need in addition to the API's dependencies. */
export type OrderDeps = SubmitDeps & { jobWatchers: JobWatchers; closing: AbortSignal }

export function jobRoutes(server: FastifyInstance, deps: OrderDeps, registry: Registry): void {
  readingRoutes(server, deps, registry)
  orderingRoutes(server, deps)
  batchRoutes(server, deps)
  changingRoutes(server, deps)
  favoriteRoutes(server, deps)
  reportRoutes(server, deps)
}

function readingRoutes(server: FastifyInstance, deps: Deps, registry: Registry): void {
  const { db } = deps
  const presentTo = (address: string | undefined) => (row: JobRow) => presentJob(deps, row, { address })

  const readFeed = async (query: PageQuery & { app_id?: string }, reader?: string) => {
    const before = readCursor(query.before, NUMBER_CURSOR)
    const rows = await listFeed(db, { ...query, before, appId: query.app_id, reader })
    return pageOf(rows, query, { cursor: ({ position }) => position!, present: presentTo(reader) })
  }
  const firstPage = firstPages(deps, registry, readFeed)

  route(
    server,
    deps,
    listFinishedJobs,
    ({ caller, query }) => (caller ? undefined : firstPage(query)) ?? readFeed(query, caller?.address),
  )

  route(server, deps, listUserJobs, async ({ caller, params, query }) => {
    const before = readCursor(query.before, NUMBER_CURSOR)
    const reader = caller?.address
    const rows = await listGallery(db, { ...query, before, address: readAddress(params.id), reader })
    return pageOf(rows, query, { cursor: ({ position }) => position!, present: presentTo(reader) })
  })

  route(server, deps, listMyJobs, async ({ caller, query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listJobsOf(db, { ...query, before, appId: query.app_id, address: caller.address })
    return pageOf(rows, query, { cursor: ({ id }) => id, present: presentTo(caller.address) })
  })

  route(server, deps, getJob, async ({ caller, params }) => {
    const row = await findJob(db, params.id, caller?.address)
    if (!row || !isVisibleTo(row, caller?.address)) throw noSuchJob()
    return presentJob(deps, row, { address: caller?.address }, 'with receipt')
  })

  mediaRoute(server, deps, getJobOutput, async ({ caller, params }, request, reply) => {
    const row = await findJob(db, params.id, caller?.address)
    if (!row || !isVisibleTo(row, caller?.address)) throw noSuchJob()
    const file = row.outputs.find(({ name }) => name === params.name)
    if (!file) throw new Refusal('not_found', 'This job has no such result.')
    if (file.text === null) return sendFile(deps, { request, reply, file, isPublic: isPublic(row) })
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(file.text)
  })

  route(server, deps, explainWaiting, async ({ caller, params }) =>
    explainJob(db, await ownJob(deps, params.id, caller.address)),
  )
}

function orderingRoutes(server: FastifyInstance, deps: OrderDeps): void {
  route(server, deps, submitJobEndpoint, async (inbound) => {
    const { caller, headers, body, query, replayed } = inbound
    const { address, key } = caller
    const once = { key: headers['idempotency-key'], onReplay: replayed }
    const job = await submitJob(deps, { ...body, submittedBy: address, key, acceptsInlineFiles: true }, once)
    const wait = query.wait ?? preferredWait(headers.prefer)
    if (!wait) return job
    if (query.wait === undefined) inbound.preferenceApplied(`wait=${wait}`)
    const signals = [inbound.clientDisconnected(), deps.closing]
    await waitForEnd(deps, job.id, { seconds: wait, signals })
    // Respond right away, so that the connection is free: the caller goes on waiting at another process.
    if (deps.closing.aborted) return job
    return presentJob(deps, await ownJob(deps, job.id, address), { address }, 'with receipt')
  })

  route(server, deps, quoteJob, async ({ caller: { address, key }, body }) => {
    const { price, app } = await prepareJob(deps, {
      ...body,
      submittedBy: address,
      key,
      acceptsInlineFiles: true,
    })
    const { available } = await findCredits(deps.db, address)
    const keyRow = key && (await findKeyOf(deps.db, address, key.id))
    const seconds = (await appDurations(deps.db)).get(app.id)?.p50Seconds ?? null
    return {
      credits: price,
      available,
      keyLeft: keyRow ? presentKey(keyRow).left : null,
      aboutSeconds: seconds === null ? null : Math.ceil(seconds),
    }
  })

  route(server, deps, retryJobEndpoint, ({ caller, params, headers, replayed }) =>
    retryJob(deps, { jobId: params.id, ...caller }, { key: headers['idempotency-key'], onReplay: replayed }),
  )
}

/** The wait by RFC 7240. A longer one is shortened to what a call may wait. */
function preferredWait(prefer = ''): number | undefined {
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:,|;|$)/i.exec(prefer)?.[1]
  return seconds === undefined ? undefined : Math.min(Number(seconds), WAIT_SECONDS_MAX)
}

function changingRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, cancelJobEndpoint, ({ caller, params }) =>
    cancelJob(deps, { jobId: params.id, address: caller.address }),
  )

  route(server, deps, updateJobEndpoint, ({ caller, params, body }) =>
    updateJob(deps, { jobId: params.id, address: caller.address, ...body }),
  )

  route(server, deps, deleteJobEndpoint, ({ caller, params }) =>
    deleteJob(deps, { jobId: params.id, address: caller.address }),
  )
}

function reportRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, reportJobEndpoint, ({ caller, params, body }) =>
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
  const { notifications, db } = deps

  route(server, deps, favoriteJob, async ({ caller, params }) => {
    const row = await findJob(db, params.id)
    if (!row || !isVisibleTo(row, caller.address)) throw noSuchJob()
    const favorites = await addFavorite(db, caller.address, params.id)
    if (favorites === undefined) throw noSuchJob()
    notifications.publish('job', params.id)
    if (isPublic(row)) notifications.publish('shown', params.id)
    return { favorite: true as const, favorites }
  })

  route(server, deps, unfavoriteJob, async ({ caller, params }) => {
    const changed = await removeFavorite(db, caller.address, params.id)
    if (!changed) return
    notifications.publish('job', params.id)
    if (isPublic(changed)) notifications.publish('shown', params.id)
  })

  route(server, deps, listMyFavorites, async ({ caller, query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listFavorites(db, { ...query, before, address: caller.address })
    return pageOf(rows, query, {
      cursor: ({ favoriteId }) => favoriteId,
      present: (row) => presentJob(deps, row, { address: caller.address }),
    })
  })
}
