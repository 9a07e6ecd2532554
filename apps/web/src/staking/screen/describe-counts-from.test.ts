import { expect, test } from 'vitest'
import { describeCountsFrom } from './describe-counts-from.ts'

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute)

test.each([
  [at(17, 14, 5), at(16, 14, 5), /^counts from tomorrow, .*\b0?2:05|14:05/],
  [at(17, 9, 30), at(17, 9, 0), /^counts from today, 0?9:30/],
  [at(17, 0, 1), at(16, 23, 59), /^counts from tomorrow, /],
])('[finding S17] a stake that counts from %s says so at %s', (countsAt, now, words) => {
  expect(describeCountsFrom(countsAt, now)).toMatch(words)
})
