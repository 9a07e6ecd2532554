import { expect, test } from 'vitest'
import { DAY_MS } from '../trust-rules.ts'
import { type CheckableResult, checkProbability, reportsPerDay } from './check-probability.ts'

const result = (more: Partial<CheckableResult> = {}): CheckableResult => ({
  level: 'trusted',
  isWatched: false,
  share: 2,
  pending: 10_000,
  uncheckedMs: 0,
  isUpdated: false,
  ...more,
})

test.for<[string, CheckableResult, number]>([
  ['on probation', result({ level: 'probation' }), 1],
  ['known', result({ level: 'known' }), 0.1],
  ['trusted', result(), 0.022],
  ['watched', result({ isWatched: true }), 0.5],
  ['an expensive job with little pending', result({ share: 40, pending: 500 }), 0.1],
  ['a job with nothing else pending', result({ share: 40, pending: 40 }), 1],
  ['nothing pending at all', result({ pending: 0, share: 0.5 }), 0.625],
  ['just short of 14 days without a check', result({ uncheckedMs: 14 * DAY_MS - 1 }), 0.022],
  ['14 days without a check', result({ uncheckedMs: 14 * DAY_MS }), 1],
  ['after an update of the agent', result({ isUpdated: true }), 1],
])('the probability of a check: %s', ([, checkable, probability]) => {
  expect(checkProbability(checkable)).toBeCloseTo(probability, 12)
})

test('allows five reports per day, but one after five wrong reports', () => {
  expect([0, 4, 5, 9].map((wrong) => reportsPerDay(wrong))).toEqual([5, 5, 1, 1])
})
