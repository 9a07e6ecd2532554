import type { Earnings } from '@infra/protocol/credits'
import { expect, test } from 'vitest'
import { describeEarned, earnedByApp, earningLines, sumOf } from './earnings.ts'

const earnings: Earnings = {
  days: [
    { day: '2026-02-28', apps: [{ appId: 'cut-out', jobs: 2, credits: 7 }] },
    { day: '2026-03-01', apps: [] },
    {
      day: '2026-03-02',
      apps: [
        { appId: 'cut-out', jobs: 1, credits: 3 },
        { appId: 'left-the-catalogue', jobs: 4, credits: 1 },
      ],
    },
  ],
}

test('earnings are summed by app over all days', () => {
  expect(earnedByApp(earnings)).toEqual([
    { appId: 'cut-out', jobs: 3, credits: 10 },
    { appId: 'left-the-catalogue', jobs: 4, credits: 1 },
  ])
  expect(sumOf(earnedByApp(earnings))).toEqual({ jobs: 7, credits: 11 })
  expect(sumOf([])).toEqual({ jobs: 0, credits: 0 })
})

test('earnings have one line per day and app, newest first, with the id of an app that is gone', () => {
  expect(earningLines(earnings)).toEqual([
    { day: '2026-03-02', app: 'Cut-out', jobs: 1, credits: 3 },
    { day: '2026-03-02', app: 'left-the-catalogue', jobs: 4, credits: 1 },
    { day: '2026-02-28', app: 'Cut-out', jobs: 2, credits: 7 },
  ])
})

test.each([
  [{ jobs: 1, credits: 1 }, '1 credit for 1 job'],
  [{ jobs: 1200, credits: 4000 }, '4,000 credits for 1,200 jobs'],
])('%o is described as "%s"', (earned, words) => {
  expect(describeEarned(earned)).toBe(words)
})
