import { expect, test } from 'vitest'
import { DAY_MS } from '../trust-rules.ts'
import { isMature, type PendingEarning } from './is-mature.ts'
import { type CancelledJob, settleCancelled } from './settle-cancelled.ts'
import { type FinishedJob, settleJob, splitFee } from './settle-job.ts'
import { type NewAccount, starterGrant } from './starter-grant.ts'
import { strikeBookedAt, strikeCost } from './strike-cost.ts'
import { auditBudget, type SubsidyLimits } from './subsidy.ts'

const earning = (more: Partial<PendingEarning> = {}): PendingEarning => ({
  earnedAt: 0,
  laterResults: 100,
  level: 'known',
  isWatched: false,
  isSuspended: false,
  ...more,
})

test.for<[string, PendingEarning, number, boolean]>([
  ['3 days and 100 results', earning(), 3 * DAY_MS, true],
  ['a moment short of 3 days', earning(), 3 * DAY_MS - 1, false],
  ['99 results', earning({ laterResults: 99 }), 29 * DAY_MS, false],
  ['30 days without results', earning({ laterResults: 0 }), 30 * DAY_MS, true],
  ['on probation', earning({ level: 'probation' }), 40 * DAY_MS, false],
  ['watched', earning({ isWatched: true }), 40 * DAY_MS, false],
  ['suspended', earning({ isSuspended: true }), 40 * DAY_MS, false],
])('whether earnings are paid out: %s', ([, pending, at, isPaid]) => {
  expect(isMature(pending, at)).toBe(isPaid)
})

test.for<[number, boolean, number, { voided: number; fine: number }]>([
  [5, true, 1_000, { voided: 5, fine: 400 }],
  [5, true, 200, { voided: 5, fine: 195 }],
  [5, true, 3, { voided: 3, fine: 0 }],
  [5, false, 1_000, { voided: 0, fine: 400 }],
])(
  'the cost of a strike: share of %i, itself pending: %s, %i pending in all',
  ([share, isOwnPending, pending, cost]) => {
    expect(strikeCost({ share, isOwnPending, pending })).toEqual(cost)
  },
)

test('a strike is booked after 72 hours', () => {
  expect(strikeBookedAt(5)).toBe(5 + 3 * DAY_MS)
})

test('the fees of 100 jobs add up to exactly 5 %', () => {
  for (const price of [1, 2, 3, 7, 19, 20, 42, 101]) {
    let [fees, remainder] = [0, 0]
    for (let job = 0; job < 100; job += 1) {
      const split = splitFee(price, remainder)
      expect(split.fee + split.share).toBe(price)
      fees += split.fee
      remainder = split.remainder
    }
    expect(fees).toBe(price * 5)
    expect(remainder).toBe(0)
  }
})

const limits: SubsidyLimits = {
  level: 'known',
  isRelated: false,
  givenForPayer: 0,
  givenToday: 0,
  budgetLeft: 1_000_000,
}
const job = (
  granted: number,
  earned: number,
  more: Partial<SubsidyLimits> = {},
  remainder = 0,
): FinishedJob => ({
  granted,
  earned,
  remainder,
  isOwn: false,
  subsidy: { ...limits, ...more },
})

test.for<[string, FinishedJob, object]>([
  ['earned credits', job(0, 20), { grants: 0, fees: 1, subsidy: 0, share: 19 }],
  ['a small price', job(0, 2), { fees: 0, share: 2, remainder: 10 }],
  ['the tenth small price', job(0, 2, {}, 90), { fees: 1, share: 1, remainder: 0 }],
  ['granted credits', job(20, 0), { grants: 20, fees: 0, subsidy: 19, share: 19 }],
  ['some of both', job(10, 10), { grants: 10, fees: 1, subsidy: 10, share: 19 }],
  ['more fee than earned credits', job(38, 2), { grants: 38, fees: 2, subsidy: 38, share: 38 }],
  ['much more fee than earned credits', job(59, 1), { grants: 59, fees: 1, subsidy: 50, share: 50 }],
  ['one payer gave 40 before', job(20, 0, { givenForPayer: 40 }), { grants: 20, subsidy: 10, share: 10 }],
  ['one payer gave 60 before', job(20, 10, { givenForPayer: 60 }), { grants: 20, subsidy: 0, share: 9 }],
  ['the operator had 995 today', job(20, 0, { givenToday: 995 }), { subsidy: 5, share: 5 }],
  ['the budget has 3 left', job(20, 0, { budgetLeft: 3 }), { subsidy: 3, share: 3 }],
  ['a related account', job(20, 20, { isRelated: true }), { grants: 20, subsidy: 0, share: 18 }],
  ['a node on probation', job(20, 0, { level: 'probation' }), { grants: 20, subsidy: 0, share: 0 }],
  [
    "one's own job",
    { ...job(5, 7), isOwn: true },
    { refundGranted: 5, refundEarned: 7, grants: 0, fees: 0, subsidy: 0, share: 0 },
  ],
])('how a job is settled: %s', ([, finished, expected]) => {
  expect(settleJob(finished)).toMatchObject(expected)
})

test('every settlement adds up and has no negative amount', () => {
  for (let granted = 0; granted < 60; granted += 7)
    for (let earned = 0; earned < 60; earned += 3)
      for (const remainder of [0, 35, 95])
        for (const isOwn of [false, true]) {
          const settled = settleJob({ ...job(granted, earned, { givenForPayer: 20 }, remainder), isOwn })
          const out =
            settled.refundGranted + settled.refundEarned + settled.grants + settled.fees + settled.share
          expect(out - settled.subsidy).toBe(granted + earned)
          expect(Object.values(settled).every((amount) => amount >= 0)).toBe(true)
        }
})

test('three fifths of the fees and 3 % of the granted work pay for checks', () => {
  expect(auditBudget(10, 100)).toEqual({ fromFees: 6, fromSubsidy: 3 })
})

const cancelled = (more: Partial<CancelledJob> = {}): CancelledJob => ({
  granted: 0,
  earned: 10,
  shown: 0,
  isRunning: true,
  cancelsToday: 0,
  ...more,
})

test.for<[string, CancelledJob, { granted: number; earned: number }]>([
  ['queued', cancelled({ isRunning: false, cancelsToday: 50 }), { granted: 0, earned: 0 }],
  ['nothing shown', cancelled(), { granted: 0, earned: 0 }],
  ['nothing shown, the tenth today', cancelled({ cancelsToday: 9 }), { granted: 0, earned: 0 }],
  ['nothing shown, the eleventh today', cancelled({ cancelsToday: 10 }), { granted: 0, earned: 1 }],
  ['the same, an expensive one', cancelled({ cancelsToday: 10, earned: 42 }), { granted: 0, earned: 4 }],
  ['90 % shown', cancelled({ shown: 0.9 }), { granted: 0, earned: 9 }],
  ['70 % shown, exactly', cancelled({ shown: 0.7 }), { granted: 0, earned: 7 }],
  ['a little shown', cancelled({ shown: 0.01 }), { granted: 0, earned: 1 }],
  ['all shown', cancelled({ shown: 1 }), { granted: 0, earned: 10 }],
  ['granted credits first', cancelled({ granted: 4, earned: 6, shown: 0.5 }), { granted: 4, earned: 1 }],
])('what a cancelled job costs: %s', ([, its, paid]) => {
  const split = settleCancelled(its)
  expect(split.paid).toEqual(paid)
  expect(split.refund).toEqual({ granted: its.granted - paid.granted, earned: its.earned - paid.earned })
})

const account = (more: Partial<NewAccount> = {}): NewAccount => ({
  granted: 0,
  hasFinishedJobToday: false,
  isGrantedToday: false,
  prefixToday: 0,
  prefixLately: 0,
  thisHour: 0,
  ...more,
})

test.for<[string, NewAccount, number]>([
  ['at the first sign-in', account(), 100],
  ['the fourth of a network today', account({ prefixToday: 3 }), 0],
  ['the eleventh of a network in 30 days', account({ prefixLately: 10 }), 0],
  ['the 501st of this hour', account({ thisHour: 500 }), 0],
  ['a later day without a job', account({ granted: 100 }), 0],
  ['a later day with a job', account({ granted: 100, hasFinishedJobToday: true, prefixToday: 9 }), 50],
  ['twice a day', account({ granted: 150, hasFinishedJobToday: true, isGrantedToday: true }), 0],
  ['the last of it', account({ granted: 480, hasFinishedJobToday: true }), 20],
  ['all had', account({ granted: 500, hasFinishedJobToday: true }), 0],
])('the starter grant: %s', ([, newAccount, credits]) => {
  expect(starterGrant(newAccount)).toBe(credits)
})
