import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { countsIfHeldSince } from '../users/stake-rules.ts'

interface StakesRead {
  addresses: string[]
  amounts: bigint[]
  block: bigint
  at: Date
}

/** Stores the stakes read from the chain, and since when each amount has been staked. */
export async function storeStakes(db: Db, { addresses, amounts, block, at }: StakesRead): Promise<void> {
  await transaction(db, async (tx) => {
    const stored = await upsert(tx, [addresses, amounts.map(String), String(block), at])
    // A separate statement, because it must see the levels after the rows above were locked.
    await changeLevels(tx, [
      stored.map(({ address }) => address),
      stored.map(({ amount }) => amount),
      at,
      countsIfHeldSince(at),
    ])
  })
}

/** Only for people who have an account; an older reading never overwrites a newer one. */
const upsert = statement<{ address: string; amount: string }>(
  'store-stakes',
  `insert into stakes (address, amount, block, read_at)
  select u.address, w.amount, $3, $4
  from unnest($1::text[], $2::numeric[]) as w (address, amount) join users u on u.address = w.address
  order by u.address
  on conflict (address) do update set amount = excluded.amount, block = excluded.block, read_at = excluded.read_at
    where stakes.block is null or stakes.block <= excluded.block
  returning address, amount::text`,
)

/** After a decrease, the rest counts as staked since the lowest level above it. Of levels older than a day, only the highest matters. */
const changeLevels = statement(
  'change-stake-levels',
  `with read as (select * from unnest($1::text[], $2::numeric[]) as r (address, amount)),
  lowered as (
    delete from stake_levels l using read r where l.address = r.address and l.amount > r.amount
    returning l.address, l.since
  ),
  surpassed as (
    delete from stake_levels l using read r
    where l.address = r.address and l.amount < r.amount and exists (
      select from stake_levels h where h.address = l.address and h.amount > l.amount and h.since <= $4
    )
  )
  insert into stake_levels (address, amount, since)
  select r.address, r.amount, coalesce((select min(l.since) from lowered l where l.address = r.address), $3)
  from read r where r.amount > 0
  on conflict (address, amount) do update set since = least(stake_levels.since, excluded.since)`,
)
