import { expect, test } from 'vitest'
import { DAY_MS } from '../trust-rules.ts'
import { resultsToRerun } from './rerun-results.ts'

const NOW = 100 * DAY_MS
const results = (count: number, at = NOW - DAY_MS) => new Array<number>(count).fill(at)
const agreed = (count: number) => new Array<'agreed'>(count).fill('agreed')

test.for<[string, number[], Parameters<typeof resultsToRerun>[1], number]>([
  ['all of a few', results(50), [], 50],
  ['200 at first', results(5_000), [], 200],
  ['as many as could still end it', results(5_000), agreed(150), 50],
  ['none after 200 in a row that agree', results(5_000), agreed(200), 0],
  ['200 more after one that differs', results(5_000), [...agreed(150), 'contradicted'], 200],
  ['200 more after an unclear one', results(5_000), [...agreed(150), 'unclear'], 200],
  ['1,000 at most', results(5_000), [...agreed(949), 'contradicted'], 50],
  ['none older than 30 days', [...results(10), ...results(10, NOW - 30 * DAY_MS)], [], 10],
])('how many results of a suspended node to run again: %s', ([, doneAt, outcomes, count]) => {
  expect(resultsToRerun(doneAt, outcomes, NOW)).toBe(count)
})
