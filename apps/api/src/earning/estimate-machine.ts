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

/** How many weeks are drawn. The second lowest and second highest of the results are the range. */
const RUNS = 50

/** A benchmark doesn't say exactly how fast an app runs: it may be this much slower or faster. */
const SPEED_SPREAD = 1.5

/** Whether there are enough jobs of enough people, so that a figure doesn't reveal anything about one person. */
export function isEnough(jobs: readonly WeekJob[], jobsMin = ESTIMATE_JOBS_MIN): boolean {
  return jobs.length >= jobsMin && new Set(jobs.map(({ person }) => person)).size >= ESTIMATE_PEOPLE_MIN
}

/** Replays weeks like the last one with the machine. Uses the same seeds for each machine, so that two can be compared. */
export async function replayWeeks(week: Week, machine: WeekNode, runs = RUNS): Promise<Replay[]> {
  const replays: Replay[] = []
  for (let seed = 1; seed <= runs; seed++) {
    const start = performance.now()
    const random = randomFrom(seed)
    const jobs = drawJobs(week, random)
    const speed = machine.speed * SPEED_SPREAD ** (2 * random() - 1)
    replays.push(replayWeek(week, { ...machine, speed }, { jobs, random }))
    // Other requests need their turn meanwhile, so leave half of the processor to them.
    await sleep(performance.now() - start)
  }
  return replays
}

/** Credits for the whole week, if only a part of it was replayed. */
export const weekly = ({ windowMs }: Week, credits: number) => (credits * HOUR_MS) / windowMs

export function rangeOf(week: Week, replays: readonly Replay[]): CreditRange {
  const sorted = replays.map(({ credits }) => weekly(week, credits)).toSorted((a, b) => a - b)
  const [low, high] = [sorted[1]!, sorted.at(-2)!]
  return { low: roundTo(low, Math.floor), high: roundTo(high, Math.ceil) }
}

/** Rounds to two digits, because more would claim more than anyone knows. */
export function roundTo(credits: number, round: (value: number) => number = Math.round): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(credits)))) - 1)
  return round(credits / unit) * unit
}

/** The apps that people ordered or that the machine serves. */
export function estimatedApps(week: Week, machine: WeekNode, replays: readonly Replay[]): EstimatedApp[] {
  const jobs = Map.groupBy(week.jobs, ({ appId }) => appId)
  const scale = HOUR_MS / week.windowMs / week.share
  return catalogue
    .filter(({ id }) => jobs.has(id) || machine.apps.some((app) => app.id === id))
    .map(({ id }) => {
      const ordered = jobs.get(id) ?? []
      const hasEnough = isEnough(ordered, APP_JOBS_MIN)
      const mean = (of: (replay: Replay) => number) =>
        Math.round(replays.reduce((sum, replay) => sum + of(replay), 0) / replays.length)
      // The reasons for missed work, each as a share of all that was drawn.
      const limits = EstimateLimit.options.map((reason) => ({
        reason,
        jobs: mean((replay) => (replay.apps.get(id)?.missed.get(reason) ?? 0) * scale),
      }))
      return {
        appId: id,
        asked: Math.round(ordered.length * scale),
        done: hasEnough ? mean((replay) => weekly(week, replay.apps.get(id)?.done ?? 0)) : null,
        credits: hasEnough
          ? roundTo(mean((replay) => weekly(week, replay.apps.get(id)?.credits ?? 0)))
          : null,
        limits: hasEnough ? limits.filter((limit) => limit.jobs > 0) : [],
      }
    })
}

/** For one app; a machine serves several. */
export const APP_JOBS_MIN = 10
