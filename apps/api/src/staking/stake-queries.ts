import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { stakes, stakingState } from '../db/staking-tables.ts'
import { statement } from '../db/statement.ts'

export async function readStakingState(db: Db) {
  const [row] = await db.select().from(stakingState)
  return row!
}

/** Another chain, or another contract: what was read of the last one says nothing. */
export async function enterPlace(tx: Db, place: string): Promise<void> {
  await tx.delete(stakes)
  await tx.update(stakingState).set({ place, block: null })
}

export async function askForAllAnew(db: Db): Promise<void> {
  await db.update(stakes).set({ block: null })
}

/** People whose stake was never read, or is to be read anew. */
export async function listUnread(db: Db, limit: number): Promise<string[]> {
  const rows = await selectUnread(db, [limit])
  return rows.map(({ address }) => address)
}

const selectUnread = statement<{ address: string }>(
  'list-unread-stakes',
  `select u.address from users u left join stakes s on s.address = u.address
  where s.address is null or s.block is null order by u.address limit $1`,
)

/** Of people who have an account here, and never an older word over a newer one. */
const upsert = statement(
  'keep-stakes',
  `insert into stakes (address, amount, block, read_at)
  select u.address, w.amount, $3, $4
  from unnest($1::text[], $2::numeric[]) as w (address, amount) join users u on u.address = w.address
  order by u.address
  on conflict (address) do update set amount = excluded.amount, block = excluded.block, read_at = excluded.read_at
    where stakes.block is null or stakes.block <= excluded.block`,
)

export async function keepStakes(
  db: Db,
  read: { addresses: string[]; amounts: bigint[]; block: bigint; at: Date },
): Promise<void> {
  await upsert(db, [read.addresses, read.amounts.map(String), String(read.block), read.at])
}

export async function noteRead(db: Db, { block, at }: { block: bigint; at: Date }): Promise<void> {
  await db
    .update(stakingState)
    .set({ block: sql`greatest(${stakingState.block}, ${String(block)}::bigint)`, readAt: at })
}

/** Those with something staked. */
export function listStakers(db: Db): Promise<{ address: string; amount: bigint }[]> {
  return db
    .select({ address: stakes.address, amount: stakes.amount })
    .from(stakes)
    .where(sql`${stakes.amount} > 0`)
}
