import { findApp } from '@infra/protocol/apps/catalogue'
import { type Assignment, claimJob } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { startNode, type TestNode } from '../../test/node.ts'
import type { Person } from '../../test/person.ts'
import type { TestApi } from '../../test/start-test-api.ts'
import { type EventHeap, openEventHeap } from '../event-heap.ts'
import { HOUR_MS } from '../week.ts'
import type { Order } from './workload.ts'

/** A node of the simulated network and its operator's settings. */
export interface NodePlan {
  speed: number
  slots: number
  apps: string[]
  /** Whether it takes jobs at this hour of the day. */
  isOn: (hourOfDay: number) => boolean
}

export interface SimulatedNode extends NodePlan {
  node: TestNode
  running: number
  poll: { job: Promise<Assignment | null>; stop: AbortController; isOver: boolean } | undefined
}

/** When a job of the simulated week was ordered, started and finished. */
export interface SimulatedJob {
  id: string
  at: number
  begun: number
  ended: number
}

export async function startSimulatedNode(api: TestApi, plan: NodePlan): Promise<SimulatedNode> {
  const { speed, slots } = plan
  const apps = plan.apps.map((id) => ({ id, version: findApp(id)!.version }))
  const hardware = { cores: slots + 1, memoryMb: 8192, mflops: speed, platform: 'test' }
  const node = await startNode(api, { slots, apps, hardware })
  return { ...plan, node, running: 0, poll: undefined }
}

interface Placed {
  id: string
  order: Order
  begun: number
}

type Event = { ends: Assignment; on: SimulatedNode; placed: Placed } | { hour: number }

export interface Simulation {
  api: TestApi
  nodes: SimulatedNode[]
  people: Person[]
  /** The hour of the day at which it begins. */
  firstHour: number
}

type Running = Simulation & {
  events: EventHeap<Event>
  placed: Map<string, Placed>
  finished: SimulatedJob[]
}

/**
 * Simulates a week in the order of its events, independent of real time: people order, and nodes claim, run and finish jobs through the
 * API, which decides who gets what and what that pays. Uses none of the replay's rules.
 */
export async function simulateWeek(
  simulation: Simulation,
  orders: readonly Order[],
  hours: number,
): Promise<SimulatedJob[]> {
  const week: Running = { ...simulation, events: openEventHeap(), placed: new Map(), finished: [] }
  for (let hour = 0; hour < hours; hour++) week.events.push(hour * HOUR_MS, { hour })
  for (const order of orders) {
    await runUntil(week, order.at)
    await place(week, order)
  }
  await runUntil(week, Number.MAX_VALUE)
  for (const one of week.nodes) if (one.poll) await leave(week, one)
  return week.finished
}

async function runUntil(week: Running, until: number): Promise<void> {
  for (let now = week.events.nextAt(); now <= until; now = week.events.nextAt())
    await handleEvent(week, week.events.pop(), now)
}

async function handleEvent(week: Running, event: Event, now: number): Promise<void> {
  if ('ends' in event) {
    const { ends, on, placed } = event
    await on.node.finish(ends)
    week.finished.push({ id: placed.id, at: placed.order.at, begun: placed.begun, ended: now })
    on.running--
    return pollForJobs(week, on, now)
  }
  for (const one of week.nodes) {
    if (!isOnAt(week, one, now) && one.poll) await leave(week, one)
    await pollForJobs(week, one, now)
  }
}

const isOnAt = ({ firstHour }: Running, { isOn }: SimulatedNode, now: number) =>
  isOn((firstHour + Math.floor(now / HOUR_MS)) % 24)

/** The longest waiting node gets it, or it is queued. */
async function place(week: Running, order: Order): Promise<void> {
  // If a poll has ended by the API's clock, start it again, as the agent does.
  for (const one of week.nodes) if (one.poll?.isOver) await take(week, one, order.at)
  for (const one of week.nodes) await pollForJobs(week, one, order.at)
  const input = { prompt: 'Once', length: order.length, temperature: 1, seed: 1 }
  const body = { appId: order.app, input, visibility: order.isPrivate ? 'private' : 'public' }
  const job = await week.people[order.person]!.call(submitJob, { body } as never)
  week.placed.set(job.id, { id: job.id, order, begun: order.at })
  const taker = week.nodes.find(({ node }) => node.id === job.node?.id)
  if (!taker) return
  await take(week, taker, order.at)
  await pollForJobs(week, taker, order.at)
}

/** Claims until there's a job or the API counts the node as waiting. */
async function pollForJobs(week: Running, one: SimulatedNode, now: number): Promise<void> {
  while (isOnAt(week, one, now) && one.running < one.slots && !one.poll) {
    const stop = new AbortController()
    const job = one.node.call(claimJob, { query: { wait: 25 } }, { signal: stop.signal }).catch(() => null)
    const poll = { job, stop, isOver: false }
    one.poll = poll
    void job.then(() => {
      poll.isOver = true
    })
    while (!poll.isOver && (await countWaiting(week)) < countPolls(week));
    if (poll.isOver) await take(week, one, now)
  }
}

async function take(week: Running, one: SimulatedNode, now: number): Promise<void> {
  const job = await one.poll!.job
  one.poll = undefined
  if (!job) return
  const placed = week.placed.get(job.jobId)!
  placed.begun = now
  one.running++
  week.events.push(now + placed.order.work / one.speed, { ends: job, on: one, placed })
}

async function leave(week: Running, one: SimulatedNode): Promise<void> {
  one.poll!.stop.abort()
  await one.poll!.job
  one.poll = undefined
  while ((await countWaiting(week)) > countPolls(week));
}

const countPolls = ({ nodes }: Running) => nodes.filter(({ poll }) => poll && !poll.isOver).length

async function countWaiting({ api }: Running): Promise<number> {
  const metrics = await (await fetch(`${api.origin}/metrics`)).text()
  return Number(/^infra_nodes_waiting (\d+)/m.exec(metrics)![1])
}
