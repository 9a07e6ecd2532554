import { type Staking, stakeTiers } from '@infra/protocol/staking'
import type { Deps } from '../deps.ts'
import { wasAllowanceGranted } from '../ledger/grant-allowances.ts'
import { findStake } from '../users/find-stake.ts'
import { listComingTiers } from '../users/stake-rules.ts'
import { readStakingState } from './stake-queries.ts'
import { dayOf, isReachable, nextDay } from './staking-rules.ts'

/** Uses the last reading without calling the chain, so that it's just as fast while the chain is unavailable. */
export async function readStaking(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  address: string,
): Promise<Staking> {
  const stake = await findStake({ config, db, now }, address)
  const tier = stake?.tier
  const { readAt } = await readStakingState(db)
  return {
    place: config.staking?.place ?? null,
    tiers: [...stakeTiers],
    mine: {
      stake: stake ? String(stake.amount) : null,
      readAt: stake?.readAt ?? null,
      tier: tier?.name ?? null,
      dailyCredits: tier?.dailyCredits ?? 0,
      comingTiers: stake ? listComingTiers(stake.levels, now()) : [],
      isGivenToday: await wasAllowanceGranted(db, dayOf(now()), address),
      nextDayAt: nextDay(now()),
    },
    isChainReachable: config.staking !== undefined && isReachable(readAt, now()),
  }
}
