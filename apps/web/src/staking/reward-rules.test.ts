import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  dailyReward,
  digitsThatTick,
  earnedAt,
  formatPercent,
  poolShare,
  type Reading,
  tierStanding,
  yearlyShare,
} from './reward-rules.ts'

const YEAR = 31_536_000n

/** 120,000 per year for a pool of a million, of which a tenth is ours. */
const reading: Reading = {
  at: 1_000n,
  totalStaked: parseEther('1000000'),
  rate: (parseEther('120000') * 10n ** 36n) / YEAR,
  periodEnd: 1_000n + YEAR,
  reserve: parseEther('120000'),
  isPaused: false,
  staked: parseEther('100000'),
  earned: parseEther('5'),
  balance: 0n,
  allowance: 0n,
  ether: 0n,
}

test('rewards grow each second by the stake’s share of the rate', () => {
  const gained = earnedAt(reading, 1_000n + YEAR / 10n) - reading.earned
  const owed = parseEther('1200')
  expect(owed - gained).toBeLessThan(100n)
  expect(gained).toBeLessThanOrEqual(owed)
})

test('rewards stop with the period, don’t fall below the reading, and need a stake', () => {
  expect(earnedAt(reading, 1_000n + 5n * YEAR)).toBe(earnedAt(reading, 1_000n + YEAR))
  expect(earnedAt(reading, 0n)).toBe(reading.earned)
  expect(earnedAt({ ...reading, staked: 0n }, 9_000n)).toBe(reading.earned)
  expect(earnedAt({ ...reading, totalStaked: 0n, staked: 0n }, 9_000n)).toBe(reading.earned)
})

test('enough digits are shown to change each second, however small the stake', () => {
  expect(digitsThatTick(reading)).toBe(5)
  expect(digitsThatTick({ ...reading, staked: parseEther('1') })).toBe(10)
  expect(digitsThatTick({ ...reading, staked: 1n })).toBe(18)
  expect(digitsThatTick({ ...reading, staked: 0n })).toBe(4)
})

test('the yearly share is the current rate over the total stake, and falls as that grows', () => {
  expect(yearlyShare(reading)).toBeCloseTo(0.12, 5)
  expect(yearlyShare(reading, parseEther('1000000'))).toBeCloseTo(0.06, 5)
  expect(yearlyShare({ ...reading, totalStaked: 0n })).toBeNull()
  expect(yearlyShare({ ...reading, periodEnd: reading.at })).toBe(0)
})

test('the daily reward is a 365th of the yearly one', () => {
  const day = dailyReward(reading, { amount: parseEther('1000000'), isNew: parseEther('1000000') })
  expect(Number(day) / 1e18).toBeCloseTo(120_000 / 365 / 2, 6)
  expect(dailyReward({ ...reading, periodEnd: 0n }, { amount: 1n, isNew: 0n })).toBe(0n)
})

test('the share of the pool is the stake over the total, and 0 if nothing is staked', () => {
  expect(poolShare(reading)).toBe(0.1)
  expect(poolShare({ staked: 0n, totalStaked: 0n })).toBe(0)
})

test.each([
  [0n, undefined, 'Warm', parseEther('1000')],
  [parseEther('1000') - 1n, undefined, 'Warm', 1n],
  [parseEther('1000'), 'Warm', 'Hot', parseEther('9000')],
  [parseEther('100000'), 'White hot', undefined, 0n],
])('a stake of %s has the tier %s, and the next one, %s, needs %s more', (stake, tier, next, missing) => {
  const standing = tierStanding(stake)
  expect([standing.tier?.name, standing.next?.name, standing.missing]).toEqual([tier, next, missing])
})

test.each([
  [null, '–'],
  [0, '0 %'],
  [0.00001, '< 0.01 %'],
  [0.1176, '11.76 %'],
  [1, '100 %'],
  [1e9, '> 10,000 %'],
])('%s is formatted as %s', (share, said) => {
  expect(formatPercent(share)).toBe(said)
})
