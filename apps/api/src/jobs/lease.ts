import { LEASE_SECONDS, TEXT_OUTPUT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'

/** Who holds a lease, and what they prove it with. */
export interface LeaseHolder {
  attemptId: string
  leaseToken: string
  nodeId: string
}

/**
 * Ends the leases of the locked jobs of `ended`. What the last beats changed is in `ended_leases`, since a beat may come between the
 * locking of its job and this.
 */
export const endLeases = (ended: string) => `
  ended_leases as (
    delete from leases using ${ended} ended where leases.job_id = ended.id returning leases.job_id, leases.changes
  )`

/** Higher than any that was shown while the lease lasted. */
export const SEQ_AFTER_LEASE = `jobs.seq + 1 + coalesce((select changes from ended_leases where job_id = jobs.id), 0)`

const renew = statement<{ job_id: string; lease_until: Date }>(
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

export interface Beat {
  progress?: { part: number; stage: string }
  text?: { at: number; append: string }
  preview?: string
}

/** Keeps the lease. Progress never goes back, and text that was told before is not told twice. */
export async function renewLease(
  db: Db,
  holder: LeaseHolder,
  { progress, text, preview }: Beat,
): Promise<{ jobId: string; leaseUntil: Date }> {
  const [lease] = await renew(db, [
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

const find = statement<{ job_id: string }>(
  'find-leased-job',
  'select job_id from leases where attempt_id = $1 and lease_token = $2 and node_id = $3',
)

/** The job that is being worked on under this lease, or why it is not any more. */
export async function findLeasedJob(db: Db, holder: LeaseHolder): Promise<string> {
  const [lease] = await find(db, [holder.attemptId, holder.leaseToken, holder.nodeId])
  if (!lease) throw await whyLost(db, holder)
  return lease.job_id
}

interface KnownAttempt {
  /** `leased` while it is under way. */
  state: string
  node_id: string
  lease_token: string
}

const selectAttempt = statement<KnownAttempt>(
  'find-attempt',
  `select state, node_id, lease_token from attempts where id = $1
  union all
  select 'leased', node_id, lease_token from leases where attempt_id = $1`,
)

export async function findAttempt(db: Db, attemptId: string): Promise<KnownAttempt | undefined> {
  return (await selectAttempt(db, [attemptId]))[0]
}

/** An attempt that the node never had does not exist for it; of one that it had, it is told what became of it. */
export async function whyLost(db: Db, { attemptId, nodeId, leaseToken }: LeaseHolder): Promise<Refusal> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt || attempt.node_id !== nodeId)
    return new Refusal('not_found', 'This node has no such attempt.')
  if (attempt.lease_token === leaseToken && attempt.state === 'cancelled')
    return new Refusal('job_cancelled', 'The job was cancelled. Nothing is to be handed in.')
  if (attempt.lease_token === leaseToken && attempt.state === 'expired')
    return new Refusal('job_expired', 'The job waited too long and was ended.')
  return new Refusal('lease_lost', 'The lease is lost: the job goes to another node, or has ended.')
}
