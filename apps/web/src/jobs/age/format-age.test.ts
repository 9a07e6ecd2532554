import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

test.for([
  [-5_000, 'just now'],
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1m ago'],
  [3_599_000, '59m ago'],
  [7_200_000, '2h ago'],
  [86_400_000, 'yesterday'],
  [3 * 86_400_000, '3d ago'],
  [7 * 86_400_000, 'last week'],
  [20 * 86_400_000, '2w ago'],
  [31 * 86_400_000, 'last month'],
  [100 * 86_400_000, '3mo ago'],
  [400 * 86_400_000, 'last year'],
  [800 * 86_400_000, '2y ago'],
] as const)('[X23] an age of %i ms is "%s"', ([age, words]) => {
  expect(formatAge(age)).toBe(words)
})
