import { createHash } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { confirmCommits } from '../db/confirm-commits.ts'
import { constraintOf } from '../db/sql-state.ts'
import { statement } from '../db/statement.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'

const KEY_KEPT_MS = 24 * 60 * 60_000

export interface KeyedRequest {
  /** The caller and the endpoint, because two people may choose the same key. */
  scope: string
  /** Without a key the work is done every time. */
  key: string | undefined
  /** The request. The same key with another payload is refused. */
  payload: unknown
  now: Date
  /** Called if an earlier response is returned. */
  onReplay?: () => void
}

/**
 * Does `work` once per key, however often and by however many processes it's requested: all other requests get the first response, as JSON
 * stores it. The key is written in the same transaction as the work, so that failed work leaves no key, and a simultaneous request waits
 * for the outcome of the first.
 */
export function once<T>(
  db: Db,
  { scope, key, payload, now, onReplay }: KeyedRequest,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    if (key === undefined) return work(tx)
    const payloadHash = hashOf(payload)
    const [taken] = await tx
      .insert(idempotencyKeys)
      .values({ scope, key, payloadHash, createdAt: now })
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { payloadHash, createdAt: now, answer: null },
        setWhere: lt(idempotencyKeys.createdAt, expiredBefore(now)),
      })
      .returning({ key: idempotencyKeys.key })
    const thisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
    if (!taken) {
      const [earlier] = await tx.select().from(idempotencyKeys).where(thisKey)
      if (earlier!.payloadHash !== payloadHash) throw reused()
      onReplay?.()
      return earlier!.answer as T
    }
    const answer = await work(tx)
    await tx
      .update(idempotencyKeys)
      .set({ answer: sql`${JSON.stringify(answer ?? null)}::jsonb` })
      .where(thisKey)
    return answer
  })
}

const selectKey = statement<{ payloadHash: string; answer: unknown; createdAt: Date }>(
  'find-idempotency-key',
  `select payload_hash as "payloadHash", answer, created_at as "createdAt" from idempotency_keys where scope = $1 and key = $2`,
)

/**
 * The earlier response under this key, if there is one, to look it up before costly preparation. A response that is too old to count is
 * deleted here, so that the key can be written again.
 */
export async function findAnswer(
  db: Db,
  { scope, key, payload, now, onReplay }: KeyedRequest,
): Promise<unknown> {
  if (key === undefined) return undefined
  const [earlier] = await selectKey(db, [scope, key])
  if (!earlier) return undefined
  if (earlier.createdAt < expiredBefore(now)) {
    const isThisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
    await db.delete(idempotencyKeys).where(and(isThisKey, lt(idempotencyKeys.createdAt, expiredBefore(now))))
    return undefined
  }
  if (earlier.payloadHash !== hashOf(payload)) throw reused()
  await confirmCommits(db, [])
  onReplay?.()
  return earlier.answer
}

/**
 * SQL: writes the key with a response, if there is a key. For work that is one statement: if the key already exists, the whole statement
 * fails, by `isKeyTaken`, and `findAnswer` has the response. The values are those of `keyValues`.
 */
export function insertKey(first: number, { answer, from }: { answer: string; from: string }): string {
  const [scope, key, hash, now] = [0, 1, 2, 3].map((index) => `$${first + index}`)
  return `insert into idempotency_keys (scope, key, payload_hash, created_at, answer)
    select ${scope}::text, ${key}::text, ${hash}::text, ${now}::timestamptz, ${answer} from ${from} where ${key}::text is not null`
}

export function keyValues({ scope, key, payload, now }: KeyedRequest): unknown[] {
  return key === undefined ? [null, null, null, null] : [scope, key, hashOf(payload), now]
}

export function isKeyTaken(error: unknown): boolean {
  return constraintOf(error) === 'idempotency_keys_pkey'
}

export async function deleteOldIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, expiredBefore(now)))
}

function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - KEY_KEPT_MS)
}

export function hashOf(payload: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(payload)) ?? '')
    .digest('hex')
}

/** The same fields in another order are the same request. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]))
}

function reused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Choose a new one.',
  )
}
