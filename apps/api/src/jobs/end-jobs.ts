import type { FailureReason } from '@infra/protocol/jobs'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { refund } from '../ledger/movements.ts'
import { endLeases, type LeaseHolder, SEQ_AFTER_LEASE } from './lease.ts'
import { avoidTriedBy, letFilesGo, requeueOrEnd, turnAgain, withOperators } from './requeue-or-end.ts'

/** What became of a job: enough to ring the right bells. */
export interface EndedTry {
  id: string
  app_id: string
  node_id: string | null
  status: 'queued' | 'error' | 'cancelled'
}

/** Jobs with their leases. Both rows are locked where one ends, the job first. */
const LEASED_JOBS = 'jobs join leases on leases.job_id = jobs.id and leases.attempt_id = jobs.attempt_id'

const TRIED = `jobs.id, app_id, app_version, jobs.node_id, jobs.attempt_id, lease_token, started_at, attempts, avoid_accounts`

/** The end of a try, written with the job that it was a try at. What its node had sent for it is let go. */
const noteAttempts = (state: string, tried: string) => `
  ${letFilesGo(tried)},
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, reason, detail, account)
    select attempt_id, id, node_id, lease_token, ${state}, started_at, reason, detail,
      (select account from nodes where nodes.id = node_id)
    from ${tried}
  )`

const lapse = statement<EndedTry>(
  'lapse-leases',
  `with tried as (
    select ${TRIED}, null as detail, false as final,
      case when run_until < now() then 'timed_out' else 'node_lost' end as reason
    from ${LEASED_JOBS} where lease_until < now() or run_until < now()
    order by jobs.id limit 200 for update skip locked
  ),
  ${requeueOrEnd('lapsed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

/** Takes back the leases that were not renewed. Several processes may; each takes what the others do not hold. */
export function lapseLeases(db: Db): Promise<EndedTry[]> {
  return lapse(db, [])
}

const orphan = statement<EndedTry>(
  'lapse-orphans',
  `with tried as (
    select ${TRIED}, null as detail, false as final, 'node_lost' as reason
    from ${LEASED_JOBS} where leases.node_id = $1 and leases.attempt_id <> all($2)
    order by jobs.id for update skip locked
  ),
  ${requeueOrEnd('lapsed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

/** What a node had before it was killed: it says itself what it still holds, so nobody need wait for the leases to lapse. */
export function lapseOrphans(db: Db, nodeId: string, holding: string[]): Promise<EndedTry[]> {
  return orphan(db, [nodeId, holding])
}

const fail = statement<EndedTry>(
  'fail-attempt',
  `with tried as (
    select ${TRIED}, $4 as reason, $5 as detail, $6::boolean as final
    from ${LEASED_JOBS} where leases.attempt_id = $1 and lease_token = $2 and leases.node_id = $3 for update
  ),
  ${requeueOrEnd('failed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

/** Nothing where the lease was lost before. */
export async function failLeased(
  db: Db,
  { attemptId, leaseToken, nodeId }: LeaseHolder,
  failure: { reason: FailureReason; detail: string; final: boolean },
): Promise<EndedTry | undefined> {
  const [job] = await fail(db, [attemptId, leaseToken, nodeId, failure.reason, failure.detail, failure.final])
  return job
}

const release = statement<EndedTry>(
  'release-attempt',
  `with tried as (
    select ${TRIED}, null as reason, null as detail
    from ${LEASED_JOBS} where leases.node_id = $1 and ($2::uuid is null or (leases.attempt_id = $2 and lease_token = $3))
      and leases.attempt_id <> all($4::uuid[])
    order by jobs.id for update
  ),
  ${withOperators('tried')},
  ${endLeases('asked')},
  ${noteAttempts("'released'", 'asked')}
  update jobs set status = 'queued', turn = ${turnAgain}, attempts = jobs.attempts - 1, node_id = null, attempt_id = null,
    ${avoidTriedBy('asked', "interval '0'")}, seq = ${SEQ_AFTER_LEASE}, started_at = null
  from asked where jobs.id = asked.id
  returning jobs.id, jobs.app_id, asked.node_id, jobs.status`,
)

const undo = statement<EndedTry>(
  'undo-claim',
  `with undone as (
    select jobs.id from ${LEASED_JOBS} where leases.node_id = $1 and leases.attempt_id = $2 and lease_token = $3 for update
  ),
  ${endLeases('undone')}
  update jobs set status = 'queued', turn = ${turnAgain}, attempts = attempts - 1, node_id = null, attempt_id = null,
    seq = ${SEQ_AFTER_LEASE}, started_at = null
  from undone where jobs.id = undone.id
  returning jobs.id, app_id, node_id, status`,
)

/** Back into the queue as if nobody had had it: the node hung up before it was told of the job. */
export async function undoClaim(db: Db, holder: LeaseHolder): Promise<boolean> {
  return (await undo(db, [holder.nodeId, holder.attemptId, holder.leaseToken])).length > 0
}

/** Back into the queue, for another operator first. Nothing where the lease was lost before. */
export async function releaseLeased(db: Db, holder: LeaseHolder): Promise<EndedTry | undefined> {
  const [job] = await release(db, [holder.nodeId, holder.attemptId, holder.leaseToken, []])
  return job
}

/** All that a node works on, because it was removed; or all that it does not hold, because it never got it. */
export function releaseAllOf(db: Db, nodeId: string, { but = [] as string[] } = {}): Promise<EndedTry[]> {
  return release(db, [nodeId, null, null, but])
}

const lockOpen = statement<{ id: string }>(
  'lock-open-jobs',
  `select id from jobs where id = any($1) and status in ('queued', 'running') order by id for update`,
)

const lockExpired = statement<{ id: string }>(
  'lock-expired-jobs',
  `select id from jobs where status in ('queued', 'running') and expires_at < now() order by id limit 200 for update skip locked`,
)

const endLocked = statement<EndedTry>(
  'end-locked-jobs',
  `with running as (
    select jobs.id, jobs.attempt_id, jobs.node_id, lease_token, started_at, $4 as reason, null as detail
    from ${LEASED_JOBS} where jobs.id = any($1)
  ),
  ${endLeases('running')},
  ${noteAttempts('$2', 'running')},
  changed as (
    update jobs set status = $3, reason = $4, finished_at = now(), position = nextval('job_positions'), attempt_id = null,
      seq = ${SEQ_AFTER_LEASE}
    where id = any($1)
    returning id, app_id, node_id, status, price, payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

/**
 * Those of the jobs that had not ended; their price is given back. In a transaction: the jobs are locked by a statement of their own,
 * since a lease that was given a moment before is seen only by the next one.
 */
export async function cancelOpen(tx: Db, ids: string[]): Promise<EndedTry[]> {
  return endLocked(tx, [idsOf(await lockOpen(tx, [ids])), 'cancelled', 'cancelled', null])
}

/** Ends what nobody finished in its time. */
export function expireJobs(db: Db): Promise<EndedTry[]> {
  return transaction(db, async (tx) => {
    const expired = idsOf(await lockExpired(tx, []))
    return expired.length > 0 ? endLocked(tx, [expired, 'expired', 'error', 'expired']) : []
  })
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
