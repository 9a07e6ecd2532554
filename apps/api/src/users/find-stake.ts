import { type StakeTier, tierOf } from '@infra/protocol/staking'
import { eq } from 'drizzle-orm'
import { stakeLevels, stakes } from '../db/staking-tables.ts'
import type { Deps } from '../deps.ts'
import { countedStake, type StakeLevel } from './stake-rules.ts'

export interface Stake {
  amount: bigint
  /** Null until it's read again. */
  block: bigint | null
  readAt: Date
  /** Smallest first. */
  levels: StakeLevel[]
  /** Of the amount that was held for a day. */
  tier: StakeTier | undefined
}

/** The stake as last read from the chain; undefined before that, or if no contract is configured. */
export async function findStake(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  address: string,
): Promise<Stake | undefined> {
  if (!config.staking) return undefined
  const [row] = await db.select().from(stakes).where(eq(stakes.address, address))
  if (!row) return undefined
  const levels = await db
    .select({ amount: stakeLevels.amount, since: stakeLevels.since })
    .from(stakeLevels)
    .where(eq(stakeLevels.address, address))
    .orderBy(stakeLevels.amount)
  return { ...row, levels, tier: tierOf(countedStake(levels, now())) }
}
