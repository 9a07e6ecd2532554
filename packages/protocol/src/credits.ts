import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { PriceRule } from './apps/price.ts'
import { endpoint } from './endpoint.ts'
import { StakeTier } from './staking.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'

/** What a new user gets. */
export const STARTER_CREDITS = 500

/** The operator's share of each job's price. */
export const OPERATOR_PERCENT = 95

export const Credits = z.object({
  /** Can be spent. */
  available: z.int(),
  /** Held for jobs that are not finished yet. */
  held: z.int(),
  /** Earned, but not yet available: until three days and a hundred results have passed, at most thirty days. */
  pending: z.int(),
})
export type Credits = z.infer<typeof Credits>

export const getCredits = endpoint({
  method: 'GET',
  path: '/user/me/credits',
  summary: 'My credits.',
  caller: 'account',
  scope: 'read',
  response: Credits,
  refusals: [],
})

export const StatementLine = z.object({
  at: IsoDate,
  kind: z.enum([
    'starter',
    'hold',
    'settle',
    'refund',
    'earning',
    'release',
    'allowance',
    'lapse',
    'own',
    'seize',
    'unseize',
    'void',
    'voided',
    'fine',
    'unfine',
  ]),
  /** The changes in what can be spent, is held and is pending. */
  available: z.int(),
  held: z.int(),
  pending: z.int(),
  jobId: z.uuid().nullable(),
  /** The app of that job, as long as the job exists. */
  appName: z.string().nullable(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const getStatement = endpoint({
  method: 'GET',
  path: '/user/me/credits/statement',
  summary: 'Every change of my credits, newest first.',
  caller: 'account',
  scope: 'read',
  query: z.strictObject(pageQuery),
  response: page(StatementLine),
  refusals: [],
})

/** For how many days operators see what they earned. */
export const EARNING_DAYS = 30

export const Earnings = z.object({
  /** The last 30 in UTC, oldest first; a day without earnings has no apps. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      apps: z.array(z.object({ appId: AppId, jobs: z.int(), credits: z.int() })),
    }),
  ),
})
export type Earnings = z.infer<typeof Earnings>

export const getEarnings = endpoint({
  method: 'GET',
  path: '/user/me/earnings',
  summary: 'What my nodes earned, by day and by app; those that I removed count too.',
  caller: 'account',
  response: Earnings,
  refusals: [],
})

export const PendingEarnings = z.object({
  /** In UTC, oldest first. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      credits: z.int(),
      /** Not paid out while the node is new or on probation in that app, or watched after a wrong result. */
      isHeld: z.boolean(),
      /** Paid out after this time, once the operator has submitted enough further results. */
      from: IsoDate,
      resultsLeft: z.int(),
      /** Paid out after this time, however few results there are. */
      latest: IsoDate,
    }),
  ),
  /** Nothing is paid out while a sanction of the operator is in force. */
  isFrozen: z.boolean(),
})
export type PendingEarnings = z.infer<typeof PendingEarnings>

export const getPendingEarnings = endpoint({
  method: 'GET',
  path: '/user/me/earnings/pending',
  summary: 'What my nodes earned and cannot be spent yet, by day, and when it can.',
  caller: 'account',
  response: PendingEarnings,
  refusals: [],
})

export const getPrices = endpoint({
  method: 'GET',
  path: '/prices',
  summary: 'What things cost, what a newcomer gets, what an operator earns.',
  caller: 'anyone',
  response: z.object({
    apps: z.array(z.object({ appId: AppId, name: z.string(), price: PriceRule })),
    starterCredits: z.int(),
    operatorPercent: z.int(),
    /** What a stake brings per day, smallest first. */
    tiers: z.array(StakeTier),
  }),
  refusals: [],
})
