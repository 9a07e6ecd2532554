import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test('formats a count with its noun, a plural and thousands separators', () => {
  expect([0, 1, 2, 999, 1_000, 12_345, 1_234_567].map((count) => formatCount(count, 'job'))).toEqual([
    '0 jobs',
    '1 job',
    '2 jobs',
    '999 jobs',
    '1,000 jobs',
    '12,345 jobs',
    '1,234,567 jobs',
  ])
})
