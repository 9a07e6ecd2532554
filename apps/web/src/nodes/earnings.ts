import { findApp } from '@infra/protocol/apps/catalogue'
import type { Earnings } from '@infra/protocol/credits'
import { formatCount } from '@infra/protocol/values/format-count'

export interface Earned {
  jobs: number
  credits: number
}

/** The earnings of a day, or of all days. */
export function sumOf(apps: readonly Earned[]): Earned {
  return apps.reduce(
    (sum, { jobs, credits }) => ({ jobs: sum.jobs + jobs, credits: sum.credits + credits }),
    {
      jobs: 0,
      credits: 0,
    },
  )
}

export function earnedByApp({ days }: Earnings): ({ appId: string } & Earned)[] {
  const apps = Map.groupBy(
    days.flatMap(({ apps }) => apps),
    ({ appId }) => appId,
  )
  return [...apps].map(([appId, lines]) => ({ appId, ...sumOf(lines) }))
}

export interface EarningLine extends Earned {
  day: string
  app: string
}

/** One line per day and app, newest first, for the table and the download. */
export function earningLines({ days }: Earnings): EarningLine[] {
  return days
    .toReversed()
    .flatMap(({ day, apps }) =>
      apps.map(({ appId, jobs, credits }) => ({ day, app: findApp(appId)?.name ?? appId, jobs, credits })),
    )
}

export function describeEarned({ jobs, credits }: Earned): string {
  return `${formatCount(credits, 'credit')} for ${formatCount(jobs, 'job')}`
}
