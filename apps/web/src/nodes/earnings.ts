import { findApp } from '@infra/protocol/apps/catalogue'
import type { Earnings } from '@infra/protocol/credits'

export interface Earned {
  jobs: number
  credits: number
}

/** What a day, or all of them, brought in. */
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

/** A line a day and app, newest first: as it is shown, and as it is taken along. */
export function earningLines({ days }: Earnings): EarningLine[] {
  return days
    .toReversed()
    .flatMap(({ day, apps }) =>
      apps.map(({ appId, jobs, credits }) => ({ day, app: findApp(appId)?.name ?? appId, jobs, credits })),
    )
}

export function earnedWords({ jobs, credits }: Earned): string {
  const credit = credits === 1 ? 'credit' : 'credits'
  return `${credits.toLocaleString('en')} ${credit} for ${jobs.toLocaleString('en')} ${jobs === 1 ? 'job' : 'jobs'}`
}
