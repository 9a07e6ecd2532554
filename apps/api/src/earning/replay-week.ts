import { findApp } from '@infra/protocol/apps/catalogue'
import { CLAIM_WAIT_SECONDS_MAX } from '@infra/protocol/attempts'
import type { EstimateLimit } from '@infra/protocol/earning/estimates'
import { mayClaim } from '@infra/trust/levels/claim-rights'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import { claimableJobs, isGiven } from '../matching/claimable-jobs.ts'
import { fitApps } from '../matching/eligible-nodes.ts'
import { type AppQueue, openAppQueue } from './app-queue.ts'
import { openEventHeap } from './event-heap.ts'
import { openPayCalculator } from './pay-calculator.ts'
import type { Random } from './random.ts'
import { isOnline, type LevelsAt, minuteOf, type Week, type WeekJob, type WeekNode } from './week.ts'

/** What a machine would have done in the week. */
export interface Replay {
  credits: number
  apps: Map<string, { done: number; credits: number; missed: Map<EstimateLimit, number> }>
}

interface Runner {
  node: WeekNode
  apps: readonly string[]
  running: number
  /** When it started to wait. */
  since: number
  /** What it can get while it waits, as long as its levels stay the same. */
  claimable: { levels: ReturnType<LevelsAt>; jobs: ReturnType<typeof claimableJobs> } | undefined
}

type Event =
  | { ends: WeekJob; on: Runner }
  /** It comes online, or polls again. Nodes that are online from the beginning are somewhere within a poll. */
  | { looks: Runner; comes: boolean }

const POLL_MS = CLAIM_WAIT_SECONDS_MAX * 1_000

/** How many jobs of a queue a node on probation looks at. */
const CANDIDATES_MAX = 50

/**
 * Assigns `jobs` again in the week's network plus the machine, by the network's own rules: which apps a node is fit for and what it may
 * claim of them, turns within a queue, the queue whose head has waited longest, the node that has waited longest. `random` decides where
 * within their polls the nodes are.
 */
export function replayWeek(
  week: Week,
  machine: WeekNode,
  { jobs, random }: { jobs: readonly WeekJob[]; random: Random },
): Replay {
  const replay = openReplay(week, machine, random)
  for (const job of jobs) {
    replay.runUntil(job.at)
    replay.order(job)
  }
  return replay.end()
}

function openReplay(week: Week, machine: WeekNode, random: Random) {
  const runners = [machine, ...week.nodes.filter(({ id }) => id === null || id !== machine.id)].map(
    (node): Runner => ({
      node,
      apps: fitApps({ ...node, levels: null, away: null }).map(({ id }) => id),
      running: 0,
      since: -random() * POLL_MS,
      claimable: undefined,
    }),
  )
  const mine = runners[0]!
  const byApp = new Map<string, Runner[]>()
  for (const runner of runners)
    for (const app of runner.apps) byApp.set(app, [...(byApp.get(app) ?? []), runner])
  const record = openRecord(week, mine)
  const queues = new Map(
    [...byApp.keys()].map((app) => [app, openAppQueue((job) => record.miss(job, job.at))]),
  )
  const events = openEventHeap<Event>()
  for (const runner of runners)
    for (const at of runner.node.onlineTimes) events.push(at, { looks: runner, comes: true })

  function give(job: WeekJob, to: Runner, now: number): void {
    to.running++
    to.since = now
    events.push(now + runMs(week, job, to.node), { ends: job, on: to })
    if (to !== mine) record.miss(job, now)
  }

  function poll(runner: Runner, now: number): void {
    while (runner.running < runner.node.slots && isOnline(week, runner.node, now)) {
      const job = nextJob(runner, queues, now)
      if (!job) return
      queues.get(job.appId)!.remove(job)
      give(job, runner, now)
    }
  }

  function happen(event: Event, now: number): void {
    const runner = 'on' in event ? event.on : event.looks
    if ('on' in event) {
      if (runner === mine) record.earn(event.ends)
      // If it had a free slot, it was waiting all along.
      if (runner.running === runner.node.slots) runner.since = now
      runner.running--
    } else if (event.comes && now > 0) runner.since = now
    poll(runner, now)
  }

  return {
    runUntil: (until: number) => {
      while (events.nextAt() <= until) happen(...popped(events))
    },
    order: (job: WeekJob) => {
      const queue = queues.get(job.appId)
      if (!queue) return record.miss(job, job.at)
      const wasEmpty = queue.isEmpty(job.at)
      const waiter = longestWaiting(week, byApp.get(job.appId)!, job)
      if (wasEmpty && waiter) return give(job, waiter, job.at)
      queue.add(job)
      if (waiter) poll(waiter, job.at)
      // A node on probation finds the job at its next poll.
      if (isOnProbation(mine, job)) {
        const pollsAt = job.at + TRUST_RULES.probationWaitMs + random() * POLL_MS
        events.push(pollsAt, { looks: mine, comes: false })
      }
    },
    end: (): Replay => {
      while (events.nextAt() < Number.POSITIVE_INFINITY) happen(...popped(events))
      for (const queue of queues.values()) for (const job of queue.all()) record.miss(job, job.at)
      return record.replay
    },
  }
}

function popped(events: ReturnType<typeof openEventHeap<Event>>): [Event, number] {
  const at = events.nextAt()
  return [events.pop(), at]
}

/** The node that began its poll first, of those that wait for such a job; each polls again when its poll ends. */
function longestWaiting(week: Week, runners: readonly Runner[], job: WeekJob): Runner | undefined {
  const minute = minuteOf(week, job.at)
  let first: Runner | undefined
  let waited = -1
  for (const runner of runners) {
    const { node, running } = runner
    if (running >= node.slots || node.minutes[minute] !== 1) continue
    const waits = (job.at - runner.since) % POLL_MS
    if (waits <= waited || !isGiven(claimableBy(runner, job.at), job.appId, job.isPrivate)) continue
    first = runner
    waited = waits
  }
  return first
}

function claimableBy(runner: Runner, at: number): ReturnType<typeof claimableJobs> {
  const levels = runner.node.levels(at)
  if (runner.claimable?.levels !== levels || !runner.claimable)
    runner.claimable = { levels, jobs: claimableJobs(runner.apps, levels) }
  return runner.claimable.jobs
}

function levelOf({ node }: Runner, appId: string, at: number) {
  const levels = node.levels(at)
  return levels ? (levels[appId] ?? 'new') : 'trusted'
}

function mayHave(runner: Runner, job: WeekJob, now: number, waitedMs = now - job.at): boolean {
  const level = levelOf(runner, job.appId, now)
  const { isPrivate, price } = job
  return mayClaim({ level, watchLeft: 0, suspended: null }, { kind: 'job', isPrivate, price, waitedMs })
}

const isOnProbation = (runner: Runner, { appId, at }: WeekJob) => levelOf(runner, appId, at) === 'probation'

/** The longest waiting of the first jobs in the queues that it may have. */
function nextJob(runner: Runner, queues: ReadonlyMap<string, AppQueue>, now: number): WeekJob | undefined {
  let first: WeekJob | undefined
  for (const app of runner.apps) {
    const most = levelOf(runner, app, now) === 'probation' ? CANDIDATES_MAX : undefined
    const job = queues.get(app)!.find(now, (one) => mayHave(runner, one, now), most)
    if (job && (!first || job.at < first.at)) first = job
  }
  return first
}

/** The actual duration, scaled by the benchmarks of the two nodes; the maximum if no node ever ran one. */
function runMs({ speed }: Week, { work, appId }: WeekJob, node: WeekNode): number {
  const longest = findApp(appId)!.limits.runSeconds * 1_000
  return Math.min(longest, work === null ? longest : work / Math.max(1, node.speed || speed))
}

/** Records what the machine earned, and what it missed and why. */
function openRecord(week: Week, mine: Runner) {
  const apps: Replay['apps'] = new Map()
  const replay: Replay = { credits: 0, apps }
  const earned = openPayCalculator(week)

  function appOf({ appId }: WeekJob) {
    const app = apps.get(appId) ?? { done: 0, credits: 0, missed: new Map() }
    apps.set(appId, app)
    return app
  }

  function whyMissed(job: WeekJob, now: number): EstimateLimit {
    if (!mine.node.apps.some(({ id }) => id === job.appId)) return 'not_served'
    if (!mine.apps.includes(job.appId)) return 'memory'
    if (!isOnline(week, mine.node, now)) return 'hours'
    if (!mayHave(mine, job, now, job.staysMs)) return 'level'
    return mine.running >= mine.node.slots ? 'busy' : 'others'
  }

  return {
    replay,
    earn: (job: WeekJob) => {
      const credits = earned(job)
      const app = appOf(job)
      app.done++
      app.credits += credits
      replay.credits += credits
    },
    miss: (job: WeekJob, now: number) => {
      const { missed } = appOf(job)
      const reason = whyMissed(job, now)
      missed.set(reason, (missed.get(reason) ?? 0) + 1)
    },
  }
}
