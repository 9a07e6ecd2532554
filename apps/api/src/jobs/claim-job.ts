import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Assignment } from '@infra/protocol/attempts'
import { LEASE_SECONDS } from '@infra/protocol/attempts'
import { catalogue } from '@infra/protocol/catalogue'
import type { Db } from '../db/client.ts'
import { statement, unhurried } from '../db/statement.ts'
import type { jobs } from '../db/tables.ts'
import { runSecondsMax } from './job-rules.ts'

type Claimed = Pick<typeof jobs.$inferSelect, 'id' | 'input' | 'price'> & {
  appId: string
  appVersion: number
  inputFiles: (typeof jobs.$inferSelect)['inputFiles']
  startedAt: Date
  leaseUntil: Date
}

/** Those of an app's queue that this node may have, in the order of their turns. */
const queueOf = (app: string) => `
      from jobs where status = 'queued' and app_id = ${app}.id and app_version = ${app}.version
        and (avoid_node_id is null or avoid_node_id <> $1 or avoid_until < now())
      order by turn, id limit 1`

/**
 * Hands out the job whose turn it is, of those apps that this node serves and is fit for. One look at the head of each
 * app's queue costs the same however long the queues are. The queue whose head waits longest comes first, and only what is
 * taken is locked: another node must not find a queue empty because this one was looking at it. `skip locked` lets many
 * nodes claim at once without waiting for each other; the lease, not the lock, is what the node then holds. A claim that is
 * forgotten by a database that crashed is a lease that is lost: the job is queued as before, and its result is refused.
 */
const claim = statement<Claimed>(
  'claim-job',
  `with ${unhurried},
  me as (
    select n.id, n.apps, coalesce((n.hardware ->> 'memoryMb')::int, 0) as memory from nodes n, unhurried
    where n.id = $1 and n.session_id = $2 and n.removed_at is null and not n.maintenance
      and (n.paused_until is null or n.paused_until < now())
      and (select count(*) from jobs where status = 'running' and node_id = $1) < n.slots
  ),
  next as (
    select free.id, queue.run_seconds from (
      select app.*, head.id as head, head.created_at from me
      cross join jsonb_to_recordset(me.apps) as served (id text, version int)
      join unnest($5::text[], $6::int[], $7::int[], $8::int[]) as app (id, version, memory, run_seconds)
        on app.id = served.id and app.version = served.version and app.memory <= me.memory
      cross join lateral (select id, created_at ${queueOf('app')}) head
      order by created_at, head
    ) queue
    cross join lateral (select id ${queueOf('queue')} for update skip locked) free
    order by queue.created_at, queue.head limit 1
  )
  update jobs set status = 'running', node_id = $1, attempt_id = $3, lease_token = $4, attempts = attempts + 1,
    lease_until = now() + interval '${LEASE_SECONDS} seconds', run_until = now() + make_interval(secs => next.run_seconds),
    started_at = now(), progress = 0, stage = 'Starting', partial_text = null, preview = null, seq = seq + 1
  from next where jobs.id = next.id
  returning jobs.id, app_id as "appId", app_version as "appVersion", input, input_files as "inputFiles", price,
    started_at as "startedAt", lease_until as "leaseUntil"`,
)

const fit = catalogue.filter(({ state }) => state !== 'off')
const fitness = [
  fit.map(({ id }) => id),
  fit.map(({ version }) => version),
  fit.map(({ limits }) => limits.memoryMb),
  fit.map(runSecondsMax),
]

export async function claimJob(
  db: Db,
  node: { id: string; sessionId: string },
): Promise<Assignment | undefined> {
  const attemptId = randomUUIDv7()
  const leaseToken = randomBytes(18).toString('base64url')
  const [job] = await claim(db, [node.id, node.sessionId, attemptId, leaseToken, ...fitness])
  if (!job) return undefined
  const { id, appId, appVersion, inputFiles, ...rest } = job
  return {
    ...rest,
    attemptId,
    leaseToken,
    jobId: id,
    app: { id: appId, version: appVersion },
    files: Object.fromEntries(
      inputFiles.map(({ name, mime, bytes, sha256 }) => [name, { mime, bytes, sha256 }]),
    ),
  }
}
