import { expect, test } from 'vitest'
import { describeChecks, describeNext, sumFigures } from './describe-trust.ts'
import { numbers } from './test-numbers.ts'

test('for a node that was never wrong, only the upper bound of its wrong results is named', () => {
  const checks = { agreed: 412, unclear: 0, contradicted: 0 }
  expect(describeChecks({ checks, right: { rate: 1, low: 0.9908, high: 1 } })).toBe(
    '412 of 412 checks agreed. With 95\u00a0% certainty, fewer than 1\u00a0% of its results are wrong.',
  )
})

test('if results were wrong, both bounds are named, and unclear checks are counted apart', () => {
  const checks = { agreed: 1_198, unclear: 3, contradicted: 2 }
  expect(describeChecks({ checks, right: { rate: 0.9983, low: 0.99394, high: 0.99954 } })).toBe(
    '1,198 of 1,200 checks agreed. 3 unclear. With 95\u00a0% certainty, between 0\u00a0% and 0.7\u00a0% of its results are wrong.',
  )
})

test('one check is described in the singular, and without checks nothing is said of results', () => {
  const one = { checks: { agreed: 1, unclear: 0, contradicted: 0 }, right: { rate: 1, low: 0.207, high: 1 } }
  expect(describeChecks(one)).toContain(
    '1 of 1 check agreed. With 95\u00a0% certainty, fewer than 79.3\u00a0%',
  )
  expect(describeChecks({ checks: { agreed: 0, unclear: 0, contradicted: 0 }, right: null })).toBe(
    'No check has been decided yet.',
  )
})

test.for([
  [{ level: 'new', isWatched: false, checksLeft: 5 }, 'after it has passed 5 of them'],
  [
    { level: 'probation', isWatched: false, checksLeft: 1 },
    'It is known after 1 more check, and 72 hours after it was linked at the earliest.',
  ],
  [{ level: 'probation', isWatched: false, checksLeft: 0 }, 'It is known 72 hours after it was linked.'],
  [{ level: 'known', isWatched: false, checksLeft: 60 }, 'after 60 more checks, and 14 days after'],
  [{ level: 'trusted', isWatched: true, checksLeft: 20 }, 'until it has passed 20 more checks'],
  [{ level: 'trusted', isWatched: false, checksLeft: null }, 'It gets all jobs.'],
] as const)('describes to the operator what a node gets and what is missing: %o', ([trust, words]) => {
  expect(describeNext(trust, numbers)).toContain(words)
})

test('the figures of all days and apps are added up', () => {
  const day = {
    day: '2026-11-16',
    appId: 'echo',
    agreed: 3,
    unclear: 1,
    contradicted: 1,
    canaries: 2,
    strikes: 1,
  }
  expect(sumFigures([day, { ...day, appId: 'speak' }])).toEqual({
    compared: 10,
    agreed: 6,
    unclear: 2,
    contradicted: 2,
    canaries: 4,
  })
})
