import { randomUUIDv7 } from 'node:crypto'
import { FAVORITES_MAX } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { isUser } from '../users/user-queries.ts'
import type { JobRow } from './job-queries.ts'

/**
 * Locks the job first, then the favorite, so that people who add and remove at the same time wait for each other and the count stays right.
 * Watchers see the change, so it raises `seq`.
 */
const lockJob = statement<{ favorites: number }>(
  'lock-job-for-favorite',
  'select favorites from jobs where id = $1 for update',
)
const insert = statement<{ id: string }>(
  'add-favorite',
  `insert into favorites (id, user_address, job_id)
  select $1, $2, $3 where (select count(*) from favorites where user_address = $2) < $4::int
  on conflict (user_address, job_id) do nothing returning id`,
)
const find = statement<{ id: string }>(
  'find-favorite',
  'select id from favorites where user_address = $1 and job_id = $2',
)
const remove = statement<{ id: string }>(
  'remove-favorite',
  'delete from favorites where user_address = $1 and job_id = $2 returning id',
)
const count = statement<Pick<JobRow, 'favorites' | 'status' | 'visibility' | 'hidden'>>(
  'count-favorite',
  `update jobs set favorites = favorites + $2, seq = seq + 1 where id = $1
  returning favorites, status, visibility, hidden`,
)

/** Returns the new count; undefined if the job was deleted meanwhile. */
export function addFavorite(db: Db, address: string, jobId: string): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    // Lock the person before the job, like every transaction that locks both.
    if (!(await isUser(tx, address))) return undefined
    const [job] = await lockJob(tx, [jobId])
    if (!job) return undefined
    const [added] = await insert(tx, [randomUUIDv7(), address, jobId, FAVORITES_MAX])
    if (!added && (await find(tx, [address, jobId])).length === 0) throw tooMany()
    if (!added) return job.favorites
    const [counted] = await count(tx, [jobId, 1])
    return counted!.favorites
  })
}

/** Returns the job that lost the favorite; undefined if there was none. */
export function removeFavorite(
  db: Db,
  address: string,
  jobId: string,
): Promise<Pick<JobRow, 'status' | 'visibility' | 'hidden'> | undefined> {
  return transaction(db, async (tx) => {
    await lockJob(tx, [jobId])
    const [removed] = await remove(tx, [address, jobId])
    return removed && (await count(tx, [jobId, -1]))[0]
  })
}

function tooMany(): Refusal {
  const sentence = `You have ${FAVORITES_MAX.toLocaleString('en')} favorites, as many as one person may keep. Remove one first.`
  return new Refusal('favorites_limit', sentence)
}
