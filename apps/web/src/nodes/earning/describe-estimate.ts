import { findApp } from '@infra/protocol/apps/catalogue'
import {
  type Addition,
  type CreditRange,
  ESTIMATE_JOBS_MIN,
  ESTIMATE_PEOPLE_MIN,
  type EstimatedApp,
  type EstimateLimit,
} from '@infra/protocol/earning/estimates'
import { formatCount, formatNumber } from '../../ui/format-count.ts'

/** "120 to 230". */
export function describeRange({ low, high }: CreditRange): string {
  return low === high ? formatNumber(low) : `${formatNumber(low)} to ${formatNumber(high)}`
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

/** What kept the machine from jobs of an app, as sentences. */
export function describeLimits({ appId, done, limits }: EstimatedApp): string {
  if (done === null) return 'Too few jobs to tell.'
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

/** To a quarter of a gigabyte, as apps state it. */
function describeMemory(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 4) / 4} GB`
}
