import { appendFileSync } from 'node:fs'
import { randomFrom } from '@infra/inference/random'
import { findApp } from '@infra/protocol/apps/catalogue'
import { getEstimate } from '@infra/protocol/earning/estimates'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fund } from '../test/earn.ts'
import { rowOf } from '../test/echo.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { rangeOf, replayWeeks } from './estimate-machine.ts'
import type { Random } from './random.ts'
import { readWeek } from './read-week.ts'
import { ageWeek } from './simulated/age-week.ts'
import { type NodePlan, simulateWeek, startSimulatedNode } from './simulated/network.ts'
import { drawOrders, PEOPLE } from './simulated/workload.ts'
import { findOnlineTimes, HOUR_MS, HOURS, minutesWithin } from './week.ts'

/** `npm run estimate` tries ten, on a network with twice as many jobs. */
const isShort = process.env.ESTIMATE_TRIALS === undefined
const TRIALS = Number(process.env.ESTIMATE_TRIALS ?? 1)
const DEMAND = isShort ? 0.5 : 1
const FIRST_SEED = Number(process.env.ESTIMATE_SEED ?? 1)

/** The range is right in nine weeks of ten. A single trial only fails if the machine earned a multiple of the promise. */
const SLACK = isShort ? 3 : 1

/** As a share of the middle of the range. With few jobs, the range is as wide as they vary. */
const WIDTH_MAX = isShort ? 2 : 1.2

const BOTH = ['story-teller', 'write']
const allDay = () => true
const byDay = (hour: number) => hour >= 7 && hour < 23

/** Five others, of different speed, hours and apps. */
const others: NodePlan[] = [
  { speed: 100, slots: 2, apps: BOTH, isOn: allDay },
  { speed: 60, slots: 1, apps: ['story-teller'], isOn: allDay },
  { speed: 140, slots: 1, apps: BOTH, isOn: byDay },
  { speed: 90, slots: 1, apps: ['write'], isOn: allDay },
  { speed: 120, slots: 2, apps: ['story-teller'], isOn: byDay },
]

/** The machine whose earnings are estimated, a different one in each trial. */
function drawMachine(random: Random): NodePlan & { hours: { from: number; to: number } } {
  const isHalfDay = random() < 0.4
  return {
    speed: Math.round(70 + 80 * random()),
    slots: random() < 0.5 ? 1 : 2,
    apps: random() < 0.5 ? BOTH : ['story-teller'],
    hours: isHalfDay ? { from: 10, to: 22 } : { from: 0, to: 0 },
    isOn: isHalfDay ? (hour) => hour >= 10 && hour < 22 : allDay,
  }
}

/** More than anyone spends. */
const CREDITS = 5_000

/** People with credits that they earned and people with credits that they were granted. */
async function signInPeople(api: TestApi) {
  const people = []
  for (let person = 0; person < PEOPLE; person++) {
    people.push(await signInSomeone(api))
    if (person % 2 === 0) await fund(api.deps, people[person]!, CREDITS)
  }
  return people
}

async function liveTrial(seed: number) {
  const random = randomFrom(seed * 7_919)
  const api = await startTestApi()
  const { deps } = api
  await liftRateLimits(deps)
  const people = await signInPeople(api)
  const nodes = []
  for (const plan of others) nodes.push(await startSimulatedNode(api, plan))
  const { now } = (await rowOf(deps, sql`select (extract(epoch from now()) * 1000)::float8 as now`)) as {
    now: number
  }
  const beginMs = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS
  const firstHour = new Date(beginMs).getUTCHours()
  const live = () => drawOrders(random, { firstHour, hours: HOURS, demand: DEMAND })
  const finished = await simulateWeek({ api, nodes, people, firstHour }, live(), HOURS)
  await ageWeek(deps, { finished, nodes, beginMs })

  const plan = drawMachine(random)
  const { slots, apps, hours } = plan
  const estimate = await api.call(getEstimate, { query: { cores: 4, memoryMb: 8192, slots, apps, hours } })
  const week = await readWeek(deps.db)
  const heldOut = await startSimulatedNode(api, plan)
  await simulateWeek({ api, nodes: [...nodes, heldOut], people, firstHour }, live(), HOURS)
  const { earned } = (await rowOf(
    deps,
    sql`select coalesce(sum(earned), 0)::int as earned from jobs where node_id = ${heldOut.node.id.toLowerCase()}`,
  )) as { earned: number }
  await api.close()
  return { estimate, week, plan, earned, jobs: finished.length }
}

/** Adds a line to what `npm run estimate` prints at its end. */
function report(trial: object): void {
  if (process.env.ESTIMATE_REPORT) appendFileSync(process.env.ESTIMATE_REPORT, `${JSON.stringify(trial)}\n`)
}

/** What a replay would promise if it ignored the other nodes. */
async function promiseAlone({ week, plan }: Awaited<ReturnType<typeof liveTrial>>): Promise<number> {
  const minutes = minutesWithin(week, plan.hours)
  const machine = {
    id: null,
    apps: plan.apps.map((id) => ({ id, version: findApp(id)!.version })),
    memoryMb: 8192,
    slots: plan.slots,
    speed: week.speed,
    levels: () => null,
    minutes,
    onlineTimes: findOnlineTimes(week, { minutes }),
  }
  return rangeOf(week, await replayWeeks({ ...week, nodes: [] }, machine)).low
}

test('the estimated range contains what a new node really earns, and is no wider than necessary', {
  timeout: 120_000 + TRIALS * 120_000,
  retry: 0,
}, async () => {
  let held = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + TRIALS; seed++) {
    const trial = await liveTrial(seed)
    const { earned, jobs } = trial
    const { low, high } = trial.estimate.credits!
    const width = (high - low) / ((high + low) / 2)
    const alone = await promiseAlone(trial)
    report({ seed, jobs, low, high, width: Number(width.toFixed(2)), earned, alone })
    if (low / SLACK <= earned && earned <= high * SLACK) held++
    expect(alone).toBeGreaterThan(earned)
    expect(width).toBeLessThan(WIDTH_MAX)
  }
  expect(held).toBeGreaterThanOrEqual(Math.ceil(0.9 * TRIALS))
})
