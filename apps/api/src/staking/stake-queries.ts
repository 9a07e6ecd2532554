import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { stakes, stakingState } from '../db/staking-tables.ts'
import { statement } from '../db/statement.ts'

export async function readStakingState(db: Db) {
  const [row] = await db.select().from(stakingState)
  return row!
}

/** Another chain or contract is configured, so what was read from the last one no longer counts. */
export async function switchContract(tx: Db, place: string): Promise<void> {
  await tx.delete(stakes)
  await tx.update(stakingState).set({ place, block: null })
}

export async function requestFullRead(db: Db): Promise<void> {
  await db.update(stakes).set({ block: null })
}

/** People whose stake was never read or must be read again. */
export async function listUnread(db: Db, limit: number): Promise<string[]> {
  const rows = await selectUnread(db, [limit])
  return rows.map(({ address }) => address)
}

const selectUnread = statement<{ address: string }>(
  'list-unread-stakes',
  `select u.address from users u left join stakes s on s.address = u.address
  where s.address is null or s.block is null order by u.address limit $1`,
)

export async function recordRead(db: Db, { block, at }: { block: bigint; at: Date }): Promise<void> {
  await db
    .update(stakingState)
    .set({ block: sql`greatest(${stakingState.block}, ${String(block)}::bigint)`, readAt: at })
}

/** People with a stake that is at least a day old, and how much of it. */
export async function listCounting(
  db: Db,
  countsIfHeldSince: Date,
): Promise<{ address: string; amount: bigint }[]> {
  const rows = await selectRested(db, [countsIfHeldSince])
  return rows.map(({ address, amount }) => ({ address, amount: BigInt(amount) }))
}

const selectRested = statement<{ address: string; amount: string }>(
  'list-rested-stakes',
  'select address, max(amount)::text as amount from stake_levels where since <= $1 group by address',
)
