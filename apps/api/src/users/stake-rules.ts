import { type ComingTier, stakeTiers } from '@infra/protocol/staking'

/** At least `amount` has been staked since `since`, without interruption. */
export interface StakeLevel {
  amount: bigint
  since: Date
}

/** So that the same tokens, moved from account to account, bring one allowance per day in total and not one each. */
const STAKE_REST_MS = 86_400_000

/** Amounts that were held since this moment or earlier count. */
export function countsIfHeldSince(now: Date): Date {
  return new Date(now.getTime() - STAKE_REST_MS)
}

/** The most that was staked throughout the last day. */
export function countedStake(levels: StakeLevel[], now: Date): bigint {
  const rested = levels.filter(({ since }) => since <= countsIfHeldSince(now))
  return rested.reduce((most, { amount }) => (amount > most ? amount : most), 0n)
}

/** Higher tiers that the stake will reach, and when, if nothing is withdrawn until then. */
export function listComingTiers(levels: StakeLevel[], now: Date): ComingTier[] {
  const counted = countedStake(levels, now)
  return stakeTiers.flatMap(({ name, stakeMin, dailyCredits }) => {
    const starts = levels
      .filter(({ amount }) => amount >= BigInt(stakeMin))
      .map(({ since }) => since.getTime())
    if (counted >= BigInt(stakeMin) || starts.length === 0) return []
    return [{ name, dailyCredits, countsAt: new Date(Math.min(...starts) + STAKE_REST_MS) }]
  })
}
