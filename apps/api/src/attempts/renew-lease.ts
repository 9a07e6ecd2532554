import { LEASE_SECONDS, TEXT_OUTPUT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import type { LeaseHolder } from '../auth/leases.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { findLeasedJob, whyLost } from './lease-queries.ts'

/** What a node reports when it renews its lease. */
export interface Report {
  progress?: { part: number; stage: string }
  text?: { at: number; append: string }
  preview?: string
}

interface Renewal {
  report: Report
  waitMs: number
  clientDisconnected: () => AbortSignal
}

/** What renewing needs in addition to the API's dependencies. */
export interface RenewDeps extends Pick<Deps, 'db' | 'leases' | 'notifications'> {
  watchJob: WatchJob
  markSeen: (nodeId: string) => void
}

/** Calls the listener at each change of a job. Returns a function that stops it. */
type WatchJob = (
  jobId: string,
  listener: (change: { row: { status: string; attemptId: string | null } }) => void,
) => () => void

/**
 * Extends the lease and publishes the progress that comes with it. With a wait, the response comes late or as soon as the attempt ends, so
 * that a node is notified right away that its job was cancelled.
 */
export async function renewLease(
  deps: RenewDeps,
  holder: LeaseHolder,
  { report, waitMs, clientDisconnected }: Renewal,
): Promise<{ leaseUntil: Date }> {
  const { jobId, leaseUntil } = await extendLease(deps, holder, report)
  deps.leases.add(holder)
  if (Object.keys(report).length > 0) deps.notifications.publish('progress', jobId)
  deps.markSeen(holder.nodeId)
  if (waitMs > 0) {
    const ended = untilEnded(deps, { jobId, holder }, waitMs, clientDisconnected())
    // It may have ended before the watch began.
    await findLeasedJob(deps.db, holder)
    await ended
    await findLeasedJob(deps.db, holder)
  }
  return { leaseUntil }
}

const extend = statement<{ job_id: string; lease_until: Date }>(
  'renew-lease',
  `with ${asyncCommit}
  update leases set lease_until = now() + interval '${LEASE_SECONDS} seconds',
    progress = greatest(progress, coalesce($4, progress)), stage = coalesce($5, stage),
    partial_text = case when $6::int = length(coalesce(partial_text, '')) then left(coalesce(partial_text, '') || $7, ${TEXT_OUTPUT_CHARACTERS_MAX})
      else partial_text end,
    preview = coalesce($8, preview),
    changes = changes + case when $4::real is null and $7::text is null and $8::text is null then 0 else 1 end
  from asyncCommit
  where attempt_id = $1 and lease_token = $2 and node_id = $3 and run_until > now()
  returning job_id, lease_until`,
)

/** Progress never decreases, and text that was reported before isn't appended twice. */
async function extendLease(
  { db }: Pick<Deps, 'db'>,
  holder: LeaseHolder,
  { progress, text, preview }: Report,
): Promise<{ jobId: string; leaseUntil: Date }> {
  const [lease] = await extend(db, [
    holder.attemptId,
    holder.leaseToken,
    holder.nodeId,
    progress?.part ?? null,
    progress?.stage ?? null,
    text?.at ?? null,
    text?.append ?? null,
    preview ?? null,
  ])
  if (!lease) throw await whyLost(db, holder)
  return { jobId: lease.job_id, leaseUntil: lease.lease_until }
}

/** Resolves when the job has left this attempt, the time is up or the node disconnects. */
export function untilEnded(
  { watchJob }: { watchJob: WatchJob },
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
    const stop = watchJob(jobId, ({ row }) => {
      if (row.status !== 'running' || row.attemptId !== holder.attemptId) leave()
    })
    signal.addEventListener('abort', leave)
    // It may have aborted before the listener was added.
    if (signal.aborted) leave()
  })
}
