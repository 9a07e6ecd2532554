import { createHash } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { confirmCommits } from '../db/confirm-commits.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'

const KEY_KEPT_MS = 24 * 60 * 60_000

interface Order {
  /** The caller and the endpoint: two people may choose the same key. */
  scope: string
  /** Without a key the work is done every time. */
  key: string | undefined
  /** The request. The same key with another payload is refused. */
  payload: unknown
  now: Date
  /** Called where an earlier answer is returned. */
  onReplay?: () => void
}

interface Done<T, More> {
  answer: T
  more?: More
}

/**
 * Does `work` once for a key, however often and at however many processes it is requested: all others get the answer of the first, as
 * JSON stores it. The key is written in the same transaction as the work, so that failed work leaves no key, and a request at the
 * same moment waits for the outcome of the first. `more` is returned only to the request whose transaction committed, and is not stored.
 */
export function onceWithMore<T, More>(
  db: Db,
  { scope, key, payload, now, onReplay }: Order,
  work: (tx: Db) => Promise<Done<T, More>>,
): Promise<Done<T, More>> {
  return transaction(db, async (tx) => {
    if (key === undefined) return work(tx)
    const payloadHash = hashOf(payload)
    const [taken] = await tx
      .insert(idempotencyKeys)
      .values({ scope, key, payloadHash, createdAt: now })
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { payloadHash, createdAt: now, answer: null },
        setWhere: lt(idempotencyKeys.createdAt, forgottenBefore(now)),
      })
      .returning({ key: idempotencyKeys.key })
    const thisKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
    if (!taken) {
      const [earlier] = await tx.select().from(idempotencyKeys).where(thisKey)
      if (earlier!.payloadHash !== payloadHash) throw reused()
      onReplay?.()
      return { answer: earlier!.answer as T }
    }
    const done = await work(tx)
    await tx
      .update(idempotencyKeys)
      .set({ answer: sql`${JSON.stringify(done.answer ?? null)}::jsonb` })
      .where(thisKey)
    return done
  })
}

/** The same for work that has nothing but an answer. */
export async function once<T>(db: Db, order: Order, work: (tx: Db) => Promise<T>): Promise<T> {
  const { answer } = await onceWithMore<T, undefined>(db, order, async (tx) => ({ answer: await work(tx) }))
  return answer
}

/** The earlier answer under this key, if there is one: to look it up before costly preparation. */
export async function findAnswer(db: Db, { scope, key, payload, now, onReplay }: Order): Promise<unknown> {
  if (key === undefined) return undefined
  const [earlier] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  if (!earlier || earlier.createdAt < forgottenBefore(now)) return undefined
  if (earlier.payloadHash !== hashOf(payload)) throw reused()
  await confirmCommits(db, [])
  onReplay?.()
  return earlier.answer
}

export async function deleteOldIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, forgottenBefore(now)))
}

function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - KEY_KEPT_MS)
}

function hashOf(payload: unknown): string {
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
