import { type StakeTier, tierOf } from '@infra/protocol/staking'
import { eq } from 'drizzle-orm'
import { stakes } from '../db/staking-tables.ts'
import type { Deps } from '../deps.ts'

export interface Stake {
  amount: bigint
  /** Null while it is to be read anew. */
  block: bigint | null
  readAt: Date
  tier: StakeTier | undefined
}

/** As last read from the chain; nothing before that, or where no contract is configured. */
export async function findStake(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  address: string,
): Promise<Stake | undefined> {
  if (!config.staking) return undefined
  const [row] = await db.select().from(stakes).where(eq(stakes.address, address))
  return row && { ...row, tier: tierOf(row.amount) }
}
