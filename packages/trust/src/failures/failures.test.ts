import { expect, test } from 'vitest'
import { DAY_MS } from '../trust-rules.ts'
import { countFinalVotes, type FinalVote, falseFinals, isSuspendedForFalseFinals } from './final-votes.ts'
import { jobEnd } from './job-end.ts'
import { NO_REST, type Rest, restAfterFailure, restAfterMissingWeights, restAfterRelease } from './rest.ts'

const vote = (operator: string, more: Partial<FinalVote> = {}): FinalVote => ({
  node: `node-${operator}`,
  operator,
  isReference: false,
  vouches: true,
  ...more,
})

test.for<[string, FinalVote[], boolean | null, string]>([
  ['one', [vote('a')], null, 'open'],
  ['two operators', [vote('a'), vote('b')], null, 'impossible'],
  ['two nodes of one operator', [vote('a'), vote('a', { node: 'other' })], null, 'open'],
  ['one known, one not', [vote('a'), vote('b', { vouches: false })], null, 'open'],
  ['a reference node', [vote('a', { isReference: true })], null, 'impossible'],
  ['two, and the inspector could not read it either', [vote('a'), vote('b')], false, 'impossible'],
  ['one, and the inspector could not read it either', [vote('a')], false, 'open'],
  ['two, and the inspector can read it', [vote('a'), vote('b')], true, 'false'],
  ['a reference node, and the inspector can read it', [vote('a', { isReference: true })], true, 'false'],
])('votes for a final failure: %s', ([, votes, isReadable, state]) => {
  expect(countFinalVotes(votes, isReadable).state).toBe(state)
})

test('names the nodes whose votes turn out to be false', () => {
  expect(falseFinals([vote('a'), vote('b')])).toEqual(['node-a', 'node-b'])
  expect(countFinalVotes([vote('a')], true)).toEqual({ state: 'false', nodes: ['node-a'] })
})

test('three false votes within 30 days suspend a node', () => {
  const now = 100 * DAY_MS
  expect(isSuspendedForFalseFinals([now, now - DAY_MS], now)).toBe(false)
  expect(isSuspendedForFalseFinals([now, now - DAY_MS, now - 29 * DAY_MS], now)).toBe(true)
  expect(isSuspendedForFalseFinals([now, now - DAY_MS, now - 30 * DAY_MS], now)).toBe(false)
})

const failed = (operators: string, isKnown = true) =>
  [...operators].map((operator) => ({ operator, isKnown }))

test.for<[string, ReturnType<typeof failed>, 'retry' | 'error']>([
  ['two operators', failed('ab'), 'retry'],
  ['three operators', failed('abc'), 'error'],
  ['two operators, five tries', failed('ababa'), 'retry'],
  ['two operators, six tries', failed('ababab'), 'error'],
  ['nine operators on probation', failed('abcdefghi', false), 'retry'],
  ['two known and one on probation', [...failed('ab'), ...failed('c', false)], 'retry'],
])('what follows for a job after failures of %s: %s', ([, attempts, end]) => {
  expect(jobEnd(attempts)).toBe(end)
})

const MINUTE = 60_000
const latest = (failures: number, of: number) => Array.from({ length: of }, (_, at) => at >= of - failures)

test.for<[string, boolean[], number, number]>([
  ['4 failures of 20', latest(4, 20), 0, 0],
  ['5 failures of 20', latest(5, 20), 0, 10 * MINUTE],
  ['5 failures of 5', latest(5, 5), 0, 10 * MINUTE],
  ['5 failures, one 21 attempts ago', [true, ...latest(4, 20)], 0, 0],
  ['19 lapses in an hour', [], 19, 0],
  ['20 lapses in an hour', [], 20, 10 * MINUTE],
])('how long a node rests after %s', ([, attempts, lapsesThisHour, restMs]) => {
  expect(restAfterFailure(NO_REST, { latest: attempts, lapsesThisHour }, 1_000).lastMs).toBe(restMs)
})

function rests(times: number, daysBetween: number): number[] {
  let rest: Rest = NO_REST
  return Array.from({ length: times }, () => {
    const at = rest.until + daysBetween * DAY_MS
    rest = restAfterFailure(rest, { latest: latest(5, 5), lapsesThisHour: 0 }, at)
    return rest.lastMs / MINUTE
  })
}

test('each rest is twice as long as the last, up to 6 hours, and each good day halves it', () => {
  expect(rests(8, 0)).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
  expect(rests(3, 1)).toEqual([10, 10, 10])
  const long: Rest = { until: 0, lastMs: 360 * MINUTE }
  const after = (days: number) =>
    restAfterFailure(long, { latest: latest(5, 5), lapsesThisHour: 0 }, days * DAY_MS).lastMs / MINUTE
  expect([0, 1, 2, 3, 9].map(after)).toEqual([360, 360, 180, 90, 10])
})

test('a failure during a rest does not extend it', () => {
  const rest = { until: 1_000, lastMs: 500 }
  expect(restAfterFailure(rest, { latest: latest(5, 5), lapsesThisHour: 0 }, 999)).toBe(rest)
})

test('the first three releases in an hour cause no rest; missing weights cause one of 15 minutes', () => {
  expect(restAfterRelease(NO_REST, 3, 1_000)).toBe(NO_REST)
  expect(restAfterRelease(NO_REST, 4, 1_000).lastMs).toBe(2 * MINUTE)
  expect(restAfterRelease({ until: 0, lastMs: 2 * MINUTE }, 4, 1_000).lastMs).toBe(4 * MINUTE)
  expect(restAfterMissingWeights(NO_REST, 1_000).lastMs).toBe(15 * MINUTE)
})
