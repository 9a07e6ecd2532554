import { findApp } from '../apps/catalogue.ts'
import { formatCount, formatNumber } from '../values/format-count.ts'
import {
  type Addition,
  type CreditRange,
  ESTIMATE_JOBS_MIN,
  ESTIMATE_PEOPLE_MIN,
  type Estimate,
  type EstimatedApp,
  type EstimateLimit,
} from './estimates.ts'

export const TOO_FEW = 'Too few jobs to tell.'
export const ADDITIONS_TITLE = 'What to add to earn more'

/** "120 to 230". */
export function describeRange({ low, high }: CreditRange): string {
  return low === high ? formatNumber(low) : `${formatNumber(low)} to ${formatNumber(high)}`
}

/** What the range is based on. */
export function describeBasis({ slots, jobs }: Pick<Estimate, 'slots' | 'jobs'>): string {
  const atOnce = slots === 1 ? 'one job' : `${slots} jobs`
  return `In about 9 of 10 weeks like the last one, with ${atOnce} at a time. It goes by ${formatNumber(jobs)} jobs that this machine could have run.`
}

export function describeFirstWeek(firstWeek: CreditRange): string {
  return `In its first week, ${describeRange(firstWeek)} at best. New nodes are checked: for three days they get few jobs, then public ones, and private ones after 14 days.`
}

/** Why there is no range. */
export function describeTooFew(jobs: number): string {
  const ordered = jobs === 0 ? 'no jobs' : formatCount(jobs, 'job')
  return `In the last seven days, people ordered ${ordered} that this machine could run. It takes ${ESTIMATE_JOBS_MIN} from at least ${ESTIMATE_PEOPLE_MIN} people to tell.`
}

/** "5 of 40 jobs, about 21 credits". */
export function describeDone({ asked, done, credits }: EstimatedApp): string {
  if (done === null) return formatCount(asked, 'job')
  const jobs = `${formatNumber(done)} of ${formatCount(asked, 'job')}`
  return done === 0 ? jobs : `${jobs}, about ${formatCount(credits!, 'credit')}`
}

/** Sentences about why the machine didn't get jobs of an app. */
export function describeLimits({ appId, done, limits }: EstimatedApp): string {
  if (done === null) return TOO_FEW
  const sentences = limits.map(({ reason, jobs }) => sentenceOf(reason, jobs, appId))
  return sentences.length > 0 ? sentences.join(' ') : 'It would have run all of them.'
}

function sentenceOf(reason: EstimateLimit, jobs: number, appId: string): string {
  const count = formatNumber(jobs)
  switch (reason) {
    case 'not_served':
      return 'It doesn’t serve this app.'
    case 'memory':
      return `It has less memory than the ${describeMemory(findApp(appId)?.limits.memoryMb ?? 0)} this app needs.`
    case 'hours':
      return `${count} came outside its hours.`
    case 'level':
      return `${count} ${jobs === 1 ? 'was' : 'were'} for nodes that are trusted with more.`
    case 'busy':
      return `${count} came while it was busy.`
    case 'others':
      return `${count} went to nodes that were free earlier.`
  }
}

/** What to add, without the gain. */
export function describeAddition({ kind, appId, memoryMb }: Addition): string {
  const app = findApp(appId ?? '')?.name ?? appId
  switch (kind) {
    case 'app':
      return `Serve ${app}`
    case 'adapter':
      return `Connect a program that runs ${app}`
    case 'memory':
      return `Have ${describeMemory(memoryMb!)} of memory`
    case 'hours':
      return 'Let it run all day'
  }
}

export function describeGain({ credits }: Addition): string {
  return `about ${formatNumber(credits)} more per week`
}

/** The apps that somebody ordered, those that earn most first. */
export function appsInDemand(apps: readonly EstimatedApp[]): EstimatedApp[] {
  const asked = apps.filter((app) => app.asked > 0 && findApp(app.appId)?.state === 'published')
  return asked.toSorted((a, b) => (b.credits ?? 0) - (a.credits ?? 0) || b.asked - a.asked)
}

/** To a quarter of a gigabyte, as in the manifests of apps. */
function describeMemory(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 4) / 4} GB`
}
