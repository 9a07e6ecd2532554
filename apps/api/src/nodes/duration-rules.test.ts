import { expect, test } from 'vitest'
import { BUCKETS, bucketOf, percentile } from './duration-rules.ts'

function bucketsOf(seconds: readonly number[]): number[] {
  const buckets = Array<number>(BUCKETS).fill(0)
  for (const duration of seconds) buckets[bucketOf(duration)]! += 1
  return buckets
}

test('each duration has one bucket, and a longer one never an earlier bucket', () => {
  let last = 0
  for (let seconds = 0.001; seconds < 10_000; seconds *= 1.01) {
    const bucket = bucketOf(seconds)
    expect(bucket).toBeGreaterThanOrEqual(last)
    expect(bucket).toBeLessThan(BUCKETS)
    last = bucket
  }
  expect([bucketOf(0), bucketOf(-1), bucketOf(0.01), bucketOf(1e9)]).toEqual([0, 0, 0, BUCKETS - 1])
})

test('a percentile is within a quarter of the exact value', () => {
  for (const scale of [0.02, 0.5, 3, 40, 500]) {
    const seconds = Array.from({ length: 1_000 }, (_, place) => scale * (1 + ((place * 7919) % 1_000) / 500))
    const sorted = seconds.toSorted((a, b) => a - b)
    for (const share of [0.5, 0.9, 0.99]) {
      const exact = sorted[Math.ceil(share * 1_000) - 1]!
      const estimated = percentile(bucketsOf(seconds), share)!
      expect(estimated / exact).toBeGreaterThan(0.8)
      expect(estimated / exact).toBeLessThan(1.25)
    }
  }
})

test('no durations have no percentile, and a single one has every percentile', () => {
  expect(percentile([], 0.5)).toBeNull()
  expect(percentile(bucketsOf([]), 0.5)).toBeNull()
  for (const share of [0.01, 0.5, 0.9, 1]) {
    expect(percentile(bucketsOf([2]), share)).toBeCloseTo(2, 0)
  }
})

test('the median is the middle duration, or the lower of the middle two', () => {
  expect(percentile(bucketsOf([1, 1, 100, 100]), 0.5)).toBeLessThan(2)
  expect(percentile(bucketsOf([1, 100, 100]), 0.5)).toBeGreaterThan(50)
})
