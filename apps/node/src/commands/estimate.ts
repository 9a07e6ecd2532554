import { findApp } from '@infra/protocol/apps/catalogue'
import {
  ADDITIONS_TITLE,
  appsInDemand,
  describeAddition,
  describeBasis,
  describeDone,
  describeFirstWeek,
  describeGain,
  describeLimits,
  describeRange,
  describeTooFew,
  TOO_FEW,
} from '@infra/protocol/earning/describe-estimate'
import { type Estimate, type EstimateQuery, getEstimate } from '@infra/protocol/earning/estimates'
import { findNodeKey } from '../agent/node-key.ts'
import { planJobs } from '../agent/plan-jobs.ts'
import { caller } from '../agent/session.ts'
import { exitCodes } from '../agent/stopped.ts'
import { longestSpan, utcHours } from '../availability/hours.ts'
import type { Config } from '../config.ts'
import { createLog, type Log } from '../log.ts'

/** The network replays a week of jobs for it. */
const ESTIMATE_SECONDS = 60

/** What this machine would earn with its configuration. Needs no key, so it works before the node is linked. */
export async function estimate(config: Config, log: Log, [flag]: string[]): Promise<number> {
  const isForPrograms = flag === '--json'
  const machine = await describeMachine(config, isForPrograms ? createLog('silent') : log)
  try {
    const estimate = await caller(config.apiPrefix)(
      getEstimate,
      { query: machine },
      { seconds: ESTIMATE_SECONDS },
    )
    if (isForPrograms) console.log(JSON.stringify({ machine, estimate }, null, 2))
    else console.log([...describeQuery(config, machine), ...describeEstimate(estimate)].join('\n'))
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return exitCodes.failed
  }
}

async function describeMachine(config: Config, log: Log): Promise<EstimateQuery> {
  const { hardware, apps, slots } = await planJobs(config, log)
  const account = await findNodeKey(config)
  const span = longestSpan(config.availability.hours ?? [])
  return {
    cores: hardware.cores,
    memoryMb: hardware.memoryMb,
    apps: apps.map(({ id }) => id),
    slots,
    ...(span && { hours: utcHours(span, new Date().getTimezoneOffset()) }),
    // A node that the network doesn't know yet counts like any other machine.
    ...(account && { node: account.address }),
  }
}

function describeQuery({ availability }: Config, { cores, memoryMb, hours, apps }: EstimateQuery): string[] {
  const { hours: spans = [], idleMinutes, loadMax, onBattery, temperatureMax } = availability
  const when = hours ? `from ${hours.from}:00 to ${hours.to}:00 UTC` : 'all day'
  const names = apps.map((id) => findApp(id)).filter((app) => app?.state === 'published')
  const lines = [
    `This machine: ${cores} cores, ${memoryMb} MB, ${when}, ${names.map((app) => app!.name).join(', ')}.`,
  ]
  if (spans.length > 1) lines.push('Of NODE_HOURS only the longest span counts here: it would earn more.')
  if (idleMinutes !== undefined || loadMax !== undefined || !onBattery || temperatureMax !== undefined)
    lines.push('When you need the machine yourself is not known here: it would earn less.')
  return lines
}

function describeEstimate(estimate: Estimate): string[] {
  const { credits, firstWeek, jobs, additions, apps } = estimate
  const range = credits
    ? [`${describeRange(credits)} credits per week`, describeBasis(estimate)]
    : [TOO_FEW, describeTooFew(jobs)]
  const toAdd = additions.map((addition) => `  ${describeAddition(addition)}: ${describeGain(addition)}`)
  const byApp = appsInDemand(apps).flatMap((app) => [
    `  ${findApp(app.appId)!.name}: ${describeDone(app)}`,
    `    ${describeLimits(app)}`,
  ])
  return [
    '',
    ...range,
    ...(firstWeek ? [describeFirstWeek(firstWeek)] : []),
    ...(toAdd.length > 0 ? ['', ADDITIONS_TITLE, ...toAdd] : []),
    ...(byApp.length > 0 ? ['', 'App by app', ...byApp] : []),
  ]
}
