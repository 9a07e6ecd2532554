import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test.for([
  [1, 1, 1_000],
  [2, 1, 2_000],
  [2, 0.5, 1_000],
  [4, 1, 8_000],
  [9, 1, 30_000],
  [1_000_000, 1, 30_000],
  [9, 0, 0],
])('after %i failures and with a random number of %f, the wait is %i ms', ([tries, dice, ms]) => {
  expect(backoffMs(tries!, 30_000, () => dice!)).toBe(ms)
})
