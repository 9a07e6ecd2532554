import {
  claimJob as claimJobEndpoint,
  failAttempt as failAttemptEndpoint,
  finishAttempt as finishAttemptEndpoint,
  getInputFile,
  releaseAttempt,
  renewLease as renewLeaseEndpoint,
  uploadOutput,
} from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { dropAttemptFiles } from '../files/file-uses.ts'
import { sendFile } from '../files/send-file.ts'
import { storeOutput } from '../files/store-output.ts'
import { mediaRoute, route } from '../http/route.ts'
import { notingSeen } from '../nodes/node-queries.ts'
import { pauseReleasers } from '../nodes/pause-nodes.ts'
import { admittingOutputs } from './admit-output.ts'
import { type EndedTry, releaseLeased } from './end-jobs.ts'
import { failAttempt } from './fail-attempt.ts'
import { finishing } from './finish-attempt.ts'
import type { JobDispatcher } from './job-dispatcher.ts'
import { findJob } from './job-queries.ts'
import { findLeasedJob, type LeaseHolder, renewLease, whyLost } from './lease.ts'
import type { Watchers } from './watchers.ts'

interface Inbound {
  caller: { id: string }
  params: { id: string }
  headers: { 'x-lease-token': string }
}

const holderOf = ({ caller, params, headers }: Inbound): LeaseHolder => ({
  attemptId: params.id,
  leaseToken: headers['x-lease-token'],
  nodeId: caller.id,
})

/** The endpoints of nodes. All but the first are open to the holder of a lease alone. */
export function attemptRoutes(
  server: FastifyInstance,
  deps: Deps,
  { dispatcher, watchers }: { dispatcher: JobDispatcher; watchers: Watchers },
): void {
  const { db } = deps
  const noteSeen = notingSeen(db)

  route(server, deps, claimJobEndpoint, async ({ caller, query, clientDisconnected }) => {
    noteSeen(caller.id)
    const job = await dispatcher.claim({
      node: caller,
      waitMs: (query.wait ?? 0) * 1000,
      signal: clientDisconnected(),
    })
    if (!job) return null
    deps.leases.remember({ attemptId: job.attemptId, leaseToken: job.leaseToken, nodeId: caller.id })
    deps.notifications.publish('job', job.jobId)
    return job
  })

  route(server, deps, renewLeaseEndpoint, async (inbound) => {
    const holder = holderOf(inbound)
    const { jobId, leaseUntil } = await renewLease(db, holder, inbound.body)
    deps.leases.remember(holder)
    if (Object.keys(inbound.body).length > 0) deps.notifications.publish('progress', jobId)
    noteSeen(holder.nodeId)
    if (inbound.query.wait) {
      const ended = untilEnded(
        watchers,
        { jobId, holder },
        inbound.query.wait * 1000,
        inbound.clientDisconnected(),
      )
      // It may have ended before anyone watched.
      await findLeasedJob(db, holder)
      await ended
      await findLeasedJob(db, holder)
    }
    return { leaseUntil }
  })

  fileRoutes(server, deps)
  endingRoutes(server, deps)
}

/** Until the attempt is no longer the one that the job is at, or the time is over. */
export function untilEnded(
  watchers: Pick<Watchers, 'watchJob'>,
  { jobId, holder }: { jobId: string; holder: LeaseHolder },
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(leave, ms)
    const stop = watchers.watchJob(jobId, ({ row }) => {
      if (row.status !== 'running' || row.attemptId !== holder.attemptId) leave()
    })
    signal.addEventListener('abort', leave)
    // It may have hung up before anyone listened.
    if (signal.aborted) leave()
  })
}

function fileRoutes(server: FastifyInstance, deps: Deps): void {
  mediaRoute(server, deps, getInputFile, async (inbound, request, reply) => {
    const jobId = await findLeasedJob(deps.db, holderOf(inbound)).catch((cause) => {
      throw new Refusal('url_invalid', 'The files of a job are open to the holder of its lease alone.', {
        cause,
      })
    })
    const file = (await findJob(deps.db, jobId))?.inputFiles.find(({ name }) => name === inbound.params.field)
    if (!file) throw new Refusal('not_found', 'The job has no such file.')
    return sendFile(deps, { request, reply, file, isPublic: false })
  })

  const admitOutput = admittingOutputs(deps.db)
  route(
    server,
    deps,
    uploadOutput,
    async (inbound) => {
      const holder = holderOf(inbound)
      const { kind, sha256 } = inbound.query
      const { upload } = inbound
      const { attemptId } = holder
      await findLeasedJob(deps.db, holder)
      const kept = await storeOutput(deps, { attemptId, kind, declaredSha256: sha256, upload })
      // The attempt may have ended while the file was looked into: then nobody else would let go of it.
      await findLeasedJob(deps.db, holder).catch(async (lost) => {
        await dropAttemptFiles(deps.db, attemptId)
        throw lost
      })
      return kept
    },
    ({ params, query, bodyBytes, whenOver }) =>
      admitOutput({ attemptId: params.id, kind: query.kind, bytes: bodyBytes, whenOver }),
  )
}

function endingRoutes(server: FastifyInstance, deps: Deps): void {
  const { notifications, db } = deps
  const finish = finishing(deps)

  route(server, deps, finishAttemptEndpoint, async (inbound) => {
    const { jobId, receipt, isNew, isPublic } = await finish(holderOf(inbound), inbound.body)
    if (isNew) notifications.publish('job', jobId)
    if (isNew && isPublic) notifications.publish('feed', jobId)
    return receipt
  })

  route(server, deps, failAttemptEndpoint, async (inbound) => {
    publishEnded(deps, [await failAttempt(deps, holderOf(inbound), inbound.body)])
  })

  route(server, deps, releaseAttempt, async (inbound) => {
    const released = await releaseLeased(db, holderOf(inbound))
    if (!released) throw await whyLost(db, holderOf(inbound))
    await pauseReleasers(db, [[inbound.caller.id]])
    publishEnded(deps, [released])
  })
}

/** Whoever watches the job sees it, and whoever waits for work gets it. */
export function publishEnded({ notifications }: Pick<Deps, 'notifications'>, tries: EndedTry[]): void {
  for (const { id, app_id, status } of tries) {
    notifications.publish('job', id)
    if (status === 'queued') notifications.publish('queued', app_id)
  }
}
