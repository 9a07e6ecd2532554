import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { commitmentOf, drawOf, isCommittedKey, isDrawn } from './draw-check.ts'

const key = Buffer.alloc(32, 7)

test('the draw is the HMAC of the attempt, read as a number below 1', () => {
  const first = createHmac('sha256', key).update('attempt-1').digest()
  // The first 32 bits determine it to a billionth.
  expect(drawOf(key, 'attempt-1')).toBeCloseTo(first.readUInt32BE() / 2 ** 32, 9)
  expect(drawOf(key, 'attempt-1')).toBe(drawOf(key, 'attempt-1'))
  expect(drawOf(key, 'attempt-1')).not.toBe(drawOf(Buffer.alloc(32, 8), 'attempt-1'))
  expect(drawOf(key, 'attempt-1')).not.toBe(drawOf(key, 'attempt-1', 'canary'))
})

test('draws are uniform: chi-squared test over 20 buckets at 0.1 %', () => {
  const parts = new Array<number>(20).fill(0)
  for (let at = 0; at < 20_000; at += 1) parts[Math.floor(drawOf(key, `attempt-${at}`) * 20)]! += 1
  const chiSquared = parts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
  expect(chiSquared).toBeLessThan(43.8)
})

test('draws every attempt at probability 1, none at 0 and about 2.2 % at 0.022', () => {
  const drawn = (probability: number) =>
    Array.from({ length: 10_000 }, (_, at) => isDrawn(key, `${at}`, probability)).filter(Boolean).length
  expect(drawn(1)).toBe(10_000)
  expect(drawn(0)).toBe(0)
  expect(drawn(0.022)).toBeGreaterThan(170)
  expect(drawn(0.022)).toBeLessThan(270)
})

test('a published key must match its commitment', () => {
  const commitment = commitmentOf(key)
  expect(commitment).toBe(createHash('sha256').update(key).digest('hex'))
  expect(isCommittedKey(key, commitment)).toBe(true)
  expect(isCommittedKey(Buffer.alloc(32, 8), commitment)).toBe(false)
  expect(isCommittedKey(key, 'abc')).toBe(false)
})
