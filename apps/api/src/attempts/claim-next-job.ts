import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Assignment, LEASE_SECONDS } from '@infra/protocol/attempts'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { NodeOffer } from '../auth/node-sessions.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import type { jobs } from '../db/tables.ts'
import { claimLevel, fitApps, freeNode, IS_QUEUED, isAppPaused } from '../matching/eligible-nodes.ts'
import { runSecondsMax } from './attempt-rules.ts'

type Claimed = Pick<typeof jobs.$inferSelect, 'id' | 'input' | 'price'> & {
  appId: string
  appVersion: number
  inputFiles: (typeof jobs.$inferSelect)['inputFiles']
  startedAt: Date
  leaseUntil: Date
}

/** The stage of a job until its node reports one. */
const FIRST_STAGE = 'Starting'

/** The progress of a job that was just claimed. */
export const NEW_LEASE = { progress: 0, stage: FIRST_STAGE, partialText: null, preview: null, changes: 0 }

/** SQL: inserts a lease. `given` selects its job, attempt, node, token and the latest end of the attempt. */
export const insertLease = (given: string) => `
    insert into leases (job_id, attempt_id, node_id, lease_token, run_until, lease_until, stage)
    select given.*, now() + interval '${LEASE_SECONDS} seconds', '${FIRST_STAGE}' from (${given}) given
    returning job_id, lease_until`

/** How many jobs of a queue a node on probation looks at. */
const CANDIDATES_MAX = 50

/**
 * SQL: the first job in an app's queue that this node may have: any job if it's trusted, else a public one. On probation it gets a small
 * one that no better node has claimed for a while. Each case is a join of its own so that each has its own index; at most one of them finds
 * something.
 */
function joinQueue(app: string, lock = ''): string {
  const waiting = `from jobs where ${IS_QUEUED} and app_id = ${app}.id and app_version = ${app}.version
        and (avoid_until is null or avoid_until <= now()
          or case when avoid_node_id is null then ${app}.account <> all(avoid_accounts) else avoid_node_id <> $1 end)`
  const { probationPriceMax, probationWaitMs } = TRUST_RULES
  return `
      left join lateral (
        select id, created_at ${waiting} and ${app}.level = 'trusted' order by turn, id limit 1 ${lock}
      ) of_all on true
      left join lateral (
        select id, created_at ${waiting} and visibility = 'public' and ${app}.level = 'known' order by turn, id limit 1 ${lock}
      ) of_public on true
      left join lateral (
        select id, created_at from jobs where status = 'queued' and id = any(array(
          select small.id from (
            select id, price, created_at ${waiting} and visibility = 'public' and ${app}.level = 'probation'
            order by turn, id limit ${CANDIDATES_MAX}
          ) small
          where price <= ${probationPriceMax} and created_at < now() - interval '${probationWaitMs} milliseconds'
        )) order by turn, id limit 1 ${lock}
      ) of_small on true
      cross join lateral (
        select coalesce(of_all.id, of_public.id, of_small.id) as id,
          coalesce(of_all.created_at, of_public.created_at, of_small.created_at) as created_at
      ) found`
}

/**
 * Claims a check's run meant for this node, or else the next job of the apps that this node serves and is fit for. Looking at the head of
 * each app's queue costs the same however long the queues are. The queue whose head has waited longest comes first. Only the job that is
 * taken gets locked, so that another node doesn't find a queue empty because this one is looking at it. `skip locked` lets many nodes claim
 * at once without waiting for each other; afterwards the node holds the lease, not the lock. Commits asynchronously: if the database
 * crashes and loses the claim, the job is still queued and the node's result is refused. The apps are passed as JSON, because PostgreSQL
 * sees the length of an array and would plan the query again each time, which costs three times as much as the claim.
 */
const claim = statement<Claimed>(
  'claim-job',
  `with ${asyncCommit},
  me as (${freeNode('$1', '$2')}),
  app as (
    select served.*, n.account, ${claimLevel('served.id')} as level from me n cross join asyncCommit
    cross join jsonb_to_recordset($5) as served (id text, version int, run_seconds int)
    where not ${isAppPaused('served.id')}
  ),
  mine as (
    select jobs.id, app.run_seconds from app join jobs on app_id = app.id and app_version = app.version
    where for_node_id = $1 and status = 'queued' order by jobs.id limit 1 for update of jobs skip locked
  ),
  first as (
    select found.id, queue.run_seconds from (
      select app.*, found.id as head, found.created_at from app ${joinQueue('app')}
      where found.id is not null and not exists (select from mine)
      order by found.created_at, head
    ) queue
    ${joinQueue('queue', 'for update skip locked')} where found.id is not null
    order by queue.created_at, queue.head limit 1
  ),
  next as (select * from mine union all select * from first),
  taken as (
    update jobs set status = 'running', node_id = $1, attempt_id = $3, attempts = attempts + 1, started_at = now(), seq = seq + 1
    from next where jobs.id = next.id
    returning jobs.*, next.run_seconds
  ),
  leased as (${insertLease(`
    select id, attempt_id, node_id, $4, now() + make_interval(secs => run_seconds) from taken`)})
  select id, app_id as "appId", app_version as "appVersion", input, input_files as "inputFiles", price,
    started_at as "startedAt", lease_until as "leaseUntil"
  from taken join leased on leased.job_id = taken.id`,
)

export interface ClaimingNode extends NodeOffer {
  id: string
  sessionId: string
}

/** The id of a new attempt, and the secret token that fences it. */
export const newLease = () => ({
  attemptId: randomUUIDv7(),
  leaseToken: randomBytes(18).toString('base64url'),
})

/** Assigns the next job to the node, if there is one for it. */
export async function claimNextJob(db: Db, node: ClaimingNode): Promise<Assignment | undefined> {
  const lease = newLease()
  const fit = fitApps(node)
  const [job] = await claim(db, [
    node.id,
    node.sessionId,
    lease.attemptId,
    lease.leaseToken,
    JSON.stringify(fit.map((app) => ({ id: app.id, version: app.version, run_seconds: runSecondsMax(app) }))),
  ])
  return job && assignmentOf(job, lease)
}

export function assignmentOf(job: Claimed, lease: ReturnType<typeof newLease>): Assignment {
  const { id, appId, appVersion, inputFiles, input, price, startedAt, leaseUntil } = job
  return {
    ...lease,
    leaseUntil,
    jobId: id,
    app: { id: appId, version: appVersion },
    input,
    files: Object.fromEntries(
      inputFiles.map(({ name, mime, bytes, sha256 }) => [name, { mime, bytes, sha256 }]),
    ),
    startedAt,
    price,
  }
}
