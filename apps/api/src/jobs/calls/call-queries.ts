import type { Db } from '../../db/client.ts'
import { constraintOf } from '../../db/sql-state.ts'
import { statement } from '../../db/statement.ts'

/** What identifies a request, however often it's sent. */
export interface ProgramCall {
  /** How long its job may take, if the caller says so. */
  cancelAfterSeconds: number | null
  /** A hash of what was requested: the endpoint, its parameters and the hashes of its files. */
  fingerprint: string
  idempotencyKey: string | null
}

/** How long a job stays wanted after the last sign of its waiter, for example if the waiting process was killed. */
export const WANTED_SECONDS = 30

/** Callers who disconnect may come back within this time. */
const GONE_SECONDS = 10

/** The same for callers who got the response that the job is still running. */
const NOTIFIED_SECONDS = 120

/** How long after the first request a repeat counts as the same call. */
const REPEAT_MINUTES = 15

/** A response that was cut off counts as sent, and the client asks for it again right away. */
const RESENT_SECONDS = 30

/** SQL: records a job's call, in the statement that queues it. The values are those of a `ProgramCall`. */
export function insertCall({ from, key, first }: { from: string; key: string; first: number }): string {
  return `insert into program_calls (job_id, key_id, fingerprint, idempotency_key, created_at, wanted_until)
    select id, ${key}, $${first}::text, $${first + 1}::text, now(), now() + interval '${WANTED_SECONDS} seconds' from ${from}`
}

export function isCallTaken(error: unknown): boolean {
  return constraintOf(error) === 'program_calls_idempotency_key'
}

interface FoundCall {
  jobId: string
  fingerprint: string
}

const attachByKey = statement<FoundCall>(
  'attach-call-by-key',
  `update program_calls set wanted_until = now() + interval '${WANTED_SECONDS} seconds', told_running_at = null
  where key_id = $1 and idempotency_key = $2 returning job_id as "jobId", fingerprint`,
)

/** If several match, first those whose response wasn't sent and that nobody waits for. */
const attachByFingerprint = statement<FoundCall>(
  'attach-call-by-fingerprint',
  `update program_calls set wanted_until = now() + interval '${WANTED_SECONDS} seconds', told_running_at = null
  where job_id = (
    select c.job_id from program_calls c join jobs j on j.id = c.job_id
    where c.key_id = $1 and c.fingerprint = $2 and c.idempotency_key is null and j.status in ('queued', 'running', 'finished') and (
      c.told_running_at > now() - interval '${NOTIFIED_SECONDS} seconds'
      or ($3 and c.created_at > now() - interval '${REPEAT_MINUTES} minutes'
        and (c.delivered_at is null or c.delivered_at > now() - interval '${RESENT_SECONDS} seconds'))
    )
    order by c.delivered_at is not null, c.wanted_until nulls first, c.delivered_at desc, c.created_at desc limit 1
  ) returning job_id as "jobId", fingerprint`,
)

/** The job that an earlier request of the same call ordered; marks it as wanted again. */
export async function attachCall(
  db: Db,
  keyId: string,
  {
    fingerprint,
    idempotencyKey,
    isRepeat,
  }: Pick<ProgramCall, 'fingerprint' | 'idempotencyKey'> & { isRepeat: boolean },
): Promise<FoundCall | undefined> {
  const [found] =
    idempotencyKey === null
      ? await attachByFingerprint(db, [keyId, fingerprint, isRepeat])
      : await attachByKey(db, [keyId, idempotencyKey])
  return found
}

/** Renews the jobs that a process waits for. */
export const renewCalls = statement(
  'renew-calls',
  `update program_calls set wanted_until = now() + interval '${WANTED_SECONDS} seconds'
  where job_id = any($1) and wanted_until is not null`,
)

/** How a request that waited for a job ended. */
export type CallEnd = 'delivered' | 'still running' | 'gone'

const endings: Record<CallEnd, ReturnType<typeof statement>> = {
  delivered: statement(
    'call-delivered',
    `update program_calls set delivered_at = now(), wanted_until = null where job_id = $1`,
  ),
  'still running': statement(
    'call-still-running',
    `update program_calls set told_running_at = now(), wanted_until = now() + interval '${NOTIFIED_SECONDS} seconds' where job_id = $1`,
  ),
  gone: statement(
    'call-gone',
    `update program_calls set wanted_until = now() + interval '${GONE_SECONDS} seconds' where job_id = $1 and wanted_until is not null`,
  ),
}

export async function endCall(db: Db, jobId: string, end: CallEnd): Promise<void> {
  await endings[end](db, [jobId])
}

/** Locked until the transaction ends: someone who wants the job again meanwhile finds it cancelled. */
export const lockUnwanted = statement<{ jobId: string }>(
  'lock-unwanted-calls',
  `select job_id as "jobId" from program_calls where wanted_until < now() order by job_id limit 200 for update skip locked`,
)

export const clearWanted = statement(
  'clear-wanted-calls',
  `update program_calls set wanted_until = null where job_id = any($1)`,
)

const deleteOld = statement(
  'delete-old-calls',
  `delete from program_calls where created_at < now() - interval '1 day' and wanted_until is null`,
)

export async function deleteOldCalls(db: Db): Promise<void> {
  await deleteOld(db, [])
}
