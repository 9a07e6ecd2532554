import type { FailureReason } from '@infra/protocol/jobs'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { refund } from '../ledger/movements.ts'
import type { LeaseHolder } from './lease.ts'
import { avoidTriedBy, letFilesGo, requeueOrEnd, turnAgain, withOperators } from './requeue-or-end.ts'

/** What became of a job: enough to ring the right bells. */
export interface EndedTry {
  id: string
  app_id: string
  node_id: string | null
  status: 'queued' | 'error' | 'cancelled'
}

/** The end of a try, written with the job that it was a try at. What its node had sent for it is let go. */
const noteAttempts = (state: string, tried: string) => `
  ${letFilesGo(tried)},
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, reason, detail, account)
    select attempt_id, id, node_id, lease_token, ${state}, started_at, reason, detail,
      (select account from nodes where nodes.id = node_id)
    from ${tried}
    where attempt_id is not null
  )`

const lapse = statement<EndedTry>(
  'lapse-leases',
  `with tried as (
    select id, app_id, app_version, node_id, attempt_id, lease_token, started_at, attempts, avoid_accounts, null as detail, false as final,
      case when run_until < now() then 'timed_out' else 'node_lost' end as reason
    from jobs where status = 'running' and (lease_until < now() or run_until < now())
    order by id limit 200 for update skip locked
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
    select id, app_id, app_version, node_id, attempt_id, lease_token, started_at, attempts, avoid_accounts, null as detail, false as final,
      'node_lost' as reason
    from jobs where status = 'running' and node_id = $1 and attempt_id <> all($2)
    order by id for update skip locked
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
    select id, app_id, app_version, node_id, attempt_id, lease_token, started_at, attempts, avoid_accounts, $4 as reason, $5 as detail, $6::boolean as final
    from jobs where attempt_id = $1 and status = 'running' and lease_token = $2 and node_id = $3 for update
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
    select id, app_id, app_version, node_id, attempt_id, lease_token, started_at, avoid_accounts, null as reason, null as detail
    from jobs where status = 'running' and node_id = $1 and ($2::uuid is null or (attempt_id = $2 and lease_token = $3))
      and attempt_id <> all($4::uuid[])
    order by id for update
  ),
  ${withOperators('tried')},
  ${noteAttempts("'released'", 'asked')}
  update jobs set status = 'queued', turn = ${turnAgain}, attempts = jobs.attempts - 1, node_id = null, attempt_id = null,
    ${avoidTriedBy('asked', "interval '0'")},
    lease_token = null, lease_until = null, run_until = null, stage = '', progress = 0, partial_text = null, preview = null, seq = seq + 1, started_at = null
  from asked where jobs.id = asked.id
  returning jobs.id, jobs.app_id, asked.node_id, jobs.status`,
)

const undo = statement<EndedTry>(
  'undo-claim',
  `update jobs set status = 'queued', turn = ${turnAgain}, attempts = attempts - 1, node_id = null, attempt_id = null,
    lease_token = null, lease_until = null, run_until = null, stage = '', progress = 0, seq = seq + 1, started_at = null
  where status = 'running' and node_id = $1 and attempt_id = $2 and lease_token = $3
  returning id, app_id, node_id, status`,
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

const cancel = statement<EndedTry>(
  'cancel-job',
  `with tried as (
    select id, app_id, node_id, attempt_id, lease_token, started_at, price, payer, status, null as reason, null as detail
    from jobs where id = any($1) and status in ('queued', 'running') order by id for update
  ),
  ${noteAttempts("'cancelled'", "(select * from tried where status = 'running') running")},
  changed as (
    update jobs set status = 'cancelled', finished_at = now(), position = nextval('job_positions'), attempt_id = null,
      lease_token = null, lease_until = null, run_until = null, stage = '', partial_text = null, preview = null, seq = seq + 1
    from tried where jobs.id = tried.id
    returning jobs.id, jobs.app_id, tried.node_id, jobs.status, jobs.price, jobs.payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

/** Those of the jobs that had not ended; their price is given back. */
export function cancelOpen(db: Db, ids: string[]): Promise<EndedTry[]> {
  return cancel(db, [ids])
}

const expire = statement<EndedTry>(
  'expire-jobs',
  `with tried as (
    select id, app_id, node_id, attempt_id, lease_token, started_at, price, payer, status, 'expired' as reason, null as detail
    from jobs where status in ('queued', 'running') and expires_at < now() order by id limit 200 for update skip locked
  ),
  ${noteAttempts("'expired'", "(select * from tried where status = 'running') running")},
  changed as (
    update jobs set status = 'error', reason = 'expired', finished_at = now(), position = nextval('job_positions'),
      attempt_id = null, lease_token = null, lease_until = null, run_until = null, stage = '', partial_text = null, preview = null, seq = seq + 1
    from tried where jobs.id = tried.id
    returning jobs.id, jobs.app_id, tried.node_id, jobs.status, jobs.price, jobs.payer
  ),
  ${refund('changed')}
  select id, app_id, node_id, status from changed`,
)

/** Ends what nobody finished in its time. */
export function expireJobs(db: Db): Promise<EndedTry[]> {
  return expire(db, [])
}
