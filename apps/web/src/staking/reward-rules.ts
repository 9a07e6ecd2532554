import { type StakeTier, stakeTiers, tierOf } from '@infra/protocol/staking'

const YEAR_SECONDS = 31_536_000n
const SCALE = 10n ** 36n

/** The contract's figures, all read at one block. Amounts are in the token's smallest unit, times in seconds. */
export interface PoolReading {
  /** The time of the block. */
  at: bigint
  totalStaked: bigint
  /** Rewards per second for all stakers together, times 1e36. */
  rate: bigint
  periodEnd: bigint
  reserve: bigint
  isPaused: boolean
}

export interface StakeReading {
  staked: bigint
  earned: bigint
  balance: bigint
  allowance: bigint
  ether: bigint
}

export type Reading = PoolReading & StakeReading

/** Rewards grow every second between two readings, computed as the contract computes them, and stop at the period's end. */
export function earnedAt(reading: Reading, nowSeconds: bigint): bigint {
  const { at, periodEnd, earned, staked, rate, totalStaked } = reading
  const until = nowSeconds < periodEnd ? nowSeconds : periodEnd
  if (until <= at || totalStaked === 0n) return earned
  return earned + ((until - at) * rate * staked) / totalStaked / SCALE
}

/** How many decimals to show so that the figure changes every second. */
export function digitsThatTick({ staked, rate, totalStaked }: Reading): number {
  if (staked === 0n || rate === 0n || totalStaked === 0n) return 4
  const perSecond = Number((rate * staked) / totalStaked / 10n ** 18n) / 1e36
  return Math.min(18, Math.max(4, Math.ceil(-Math.log10(perSecond || 1e-18)) + 1))
}

/** A year's rewards per staked unit at today's rate, with `more` staked in addition. Null where nothing is staked. */
export function yearlyShare(pool: PoolReading, more = 0n): number | null {
  if (pool.periodEnd <= pool.at) return 0
  const staked = pool.totalStaked + more
  if (staked <= 0n) return null
  return Number((pool.rate * YEAR_SECONDS * 1_000_000n) / SCALE / staked) / 1_000_000
}

/** The daily reward of a stake, once it is part of the pool. */
export function dailyReward(pool: PoolReading, stake: { amount: bigint; isNew: bigint }): bigint {
  const total = pool.totalStaked + stake.isNew
  if (pool.periodEnd <= pool.at || total <= 0n) return 0n
  return (pool.rate * 86_400n * stake.amount) / total / SCALE
}

export function poolShare({ staked, totalStaked }: Pick<Reading, 'staked' | 'totalStaked'>): number {
  return totalStaked === 0n ? 0 : Number((staked * 1_000_000n) / totalStaked) / 1_000_000
}

/** The tier of a stake, and what is missing for the next one. */
export function tierStanding(stake: bigint): { tier?: StakeTier; next?: StakeTier; missing: bigint } {
  const next = stakeTiers.find(({ stakeMin }) => stake < BigInt(stakeMin))
  return { tier: tierOf(stake), next, missing: next ? BigInt(next.stakeMin) - stake : 0n }
}

export function formatPercent(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  if (percent > 0 && percent < 0.01) return '< 0.01 %'
  if (percent >= 10_000) return '> 10,000 %'
  return `${percent.toLocaleString('en', { maximumFractionDigits: 2 })} %`
}
