import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@infra/inference/random'
import { catalogue } from '@infra/protocol/apps/catalogue'
import {
  type CreditRange,
  ESTIMATE_JOBS_MIN,
  ESTIMATE_PEOPLE_MIN,
  type EstimatedApp,
  EstimateLimit,
} from '@infra/protocol/earning/estimates'
import { drawJobs } from './draw-jobs.ts'
import { type Replay, replayWeek } from './replay-week.ts'
import { HOUR_MS, type Week, type WeekJob, type WeekNode } from './week.ts'

/** Weeks that are drawn. Of the results, the second lowest and the second highest are the range. */
const RUNS = 50

/** A benchmark does not say how fast an app runs: from this much slower to this much faster. */
const SPEED_SPREAD = 1.5

/** What a person may be told from: enough jobs of enough people. */
export function isEnough(jobs: readonly WeekJob[], jobsMin = ESTIMATE_JOBS_MIN): boolean {
  return jobs.length >= jobsMin && new Set(jobs.map(({ person }) => person)).size >= ESTIMATE_PEOPLE_MIN
}

/** The machine in weeks like the last one. The same seeds for each machine, so that two can be compared. */
export async function replayWeeks(week: Week, machine: WeekNode, runs = RUNS): Promise<Replay[]> {
  const replays: Replay[] = []
  for (let seed = 1; seed <= runs; seed++) {
    const start = performance.now()
    const random = randomFrom(seed)
    const jobs = drawJobs(week, random)
    const speed = machine.speed * SPEED_SPREAD ** (2 * random() - 1)
    replays.push(replayWeek(week, { ...machine, speed }, { jobs, random }))
    // Others are to be answered meanwhile, and half of the processor is left to them.
    await sleep(performance.now() - start)
  }
  return replays
}

/** Credits in the whole week, where a part of it was replayed. */
export const weekly = ({ windowMs }: Week, credits: number) => (credits * HOUR_MS) / windowMs

export function rangeOf(week: Week, replays: readonly Replay[]): CreditRange {
  const sorted = replays.map(({ credits }) => weekly(week, credits)).toSorted((a, b) => a - b)
  const [low, high] = [sorted[1]!, sorted.at(-2)!]
  return { low: roundTo(low, Math.floor), high: roundTo(high, Math.ceil) }
}

/** To two digits: more would promise more than anyone knows. */
export function roundTo(credits: number, round: (value: number) => number = Math.round): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(credits)))) - 1)
  return round(credits / unit) * unit
}

/** By app, those that people ordered or that the machine serves. */
export function estimatedApps(week: Week, machine: WeekNode, replays: readonly Replay[]): EstimatedApp[] {
  const jobs = Map.groupBy(week.jobs, ({ appId }) => appId)
  const scale = HOUR_MS / week.windowMs / week.share
  return catalogue
    .filter(({ id }) => jobs.has(id) || machine.apps.some((app) => app.id === id))
    .map(({ id }) => {
      const asked = jobs.get(id) ?? []
      const told = isEnough(asked, APP_JOBS_MIN)
      const mean = (of: (replay: Replay) => number) =>
        Math.round(replays.reduce((sum, replay) => sum + of(replay), 0) / replays.length)
      // What of a drawn week was missed, as a part of all that was drawn.
      const limits = EstimateLimit.options.map((reason) => ({
        reason,
        jobs: mean((replay) => (replay.apps.get(id)?.missed.get(reason) ?? 0) * scale),
      }))
      return {
        appId: id,
        asked: Math.round(asked.length * scale),
        done: told ? mean((replay) => weekly(week, replay.apps.get(id)?.done ?? 0)) : null,
        credits: told ? roundTo(mean((replay) => weekly(week, replay.apps.get(id)?.credits ?? 0))) : null,
        limits: told ? limits.filter((limit) => limit.jobs > 0) : [],
      }
    })
}

/** Of one app; a machine serves several. */
export const APP_JOBS_MIN = 10
