import { setTimeout as sleep } from 'node:timers/promises'
import { CLAIM_WAIT_SECONDS_MAX } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { cpuMsOf, percentile, postgresCpuMs, rssBytesOf } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'
import { withRetries } from './traffic/with-retries.ts'

const SIZES = [10, 30, 100, 300, 1_000]
const FEW = SIZES[0]!
const MANY = SIZES.at(-1)!
const JOBS = 400
/** Nodes start one after the other, like machines that weren't all switched on at once. */
const APART_MS = 20
/** Two whole waits, in which each node polls again once on average. */
const IDLE_MS = 2 * CLAIM_WAIT_SECONDS_MAX * 1000
const POLLED_MS = 20_000

/**
 * Measures many nodes that wait for jobs: the cost of dispatching a job, compared with few nodes; and their cost while there are no jobs,
 * compared with the same nodes polling once per second. All in one run, with one API.
 */
export async function nodes(): Promise<Result> {
  const api = await startOneApi()
  try {
    const person = await signInPerson(api)
    const all = await startMany(api, person)
    const among = (size: number) =>
      whileWaiting(all.slice(0, size), (starts) => dispatch(api, person, starts))
    // Not counted: until then Node.js still compiles what it runs.
    await among(FEW)
    const before = rssBytesOf(api.pid)
    const many = await whileWaiting(all, async (starts) => {
      const bytes = (rssBytesOf(api.pid) - before) / MANY
      const idle = await coreShare(api, () => sleep(IDLE_MS))
      return { bytes, idle, ...(await dispatch(api, person, starts, idle)) }
    })
    const fewer: Dispatched[] = []
    for (const size of SIZES.slice(0, -1)) fewer.push(await among(size))
    const few = fewer[0]!
    const polled = await coreShare(api, () => pollFor(all, POLLED_MS))
    return {
      figures: [
        { what: `dispatch with ${FEW} nodes`, value: few.cpuMs, unit: 'ms of CPU a job' },
        { what: `with ${MANY}`, value: many.cpuMs, unit: 'ms of CPU a job' },
        { what: `p50 with ${FEW}`, value: few.p50, unit: 'ms' },
        { what: `p50 with ${MANY}`, value: many.p50, unit: 'ms' },
        { what: 'memory of a waiting node', value: many.bytes / 1000, unit: 'kB', atMost: 40 },
        { what: `${MANY} waiting`, value: 100 * many.idle, unit: '% of a core', atMost: 3 },
        { what: `${MANY} asking once a second`, value: 100 * polled, unit: '% of a core' },
        { what: 'waiting against asking', value: many.idle / polled, unit: 'x', atMost: 0.15 },
        { what: 'CPU of a job', value: many.cpuMs / few.cpuMs, unit: 'x', atMost: 1.2 },
        { what: 'p50 of a job', value: many.p50 / few.p50, unit: 'x', atMost: 1.2 },
      ],
      curves: [curveOf([...fewer, many])],
    }
  } finally {
    await api.stop()
  }
}

async function startMany(api: OneApi, { call }: Person): Promise<HandNode[]> {
  const started: HandNode[] = []
  while (started.length < MANY) {
    started.push(...(await Promise.all(Array.from({ length: FEW }, () => startHandNode(api, call)))))
  }
  return started
}

type Starts = { next: () => Promise<number> }

/** Each node waits for jobs again and again, and finishes a job at once. */
async function whileWaiting<T>(waiting: HandNode[], work: (starts: Starts) => Promise<T>): Promise<T> {
  let over = false
  let started: (at: number) => void = () => {}
  const next = () => new Promise<number>((resolve) => (started = resolve))
  const wait = async (node: HandNode, place: number) => {
    await sleep(place * APART_MS)
    while (!over) {
      const job = await withRetries(() => node.claim(CLAIM_WAIT_SECONDS_MAX))
      if (!job) continue
      const at = performance.now()
      await node.finish(job)
      started(at)
    }
  }
  const loops = waiting.map(wait)
  await sleep(waiting.length * APART_MS + 3_000)
  const result = await work({ next })
  over = true
  await Promise.all(loops)
  return result
}

interface Dispatched {
  p50: number
  cpuMs: number
}

/** The time from submitting until a node has the job, and the CPU of the whole job minus that of an idle network. */
async function dispatch(api: OneApi, { call, renew }: Person, starts: Starts, idle = 0): Promise<Dispatched> {
  await renew()
  const times: number[] = []
  const [cpuBefore, start] = [cpuOf(api), performance.now()]
  for (let job = 0; job < JOBS; job++) {
    const started = starts.next()
    const from = performance.now()
    await call(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
    times.push((await started) - from)
  }
  const idleMs = idle * (performance.now() - start)
  return { p50: percentile(times, 0.5), cpuMs: (cpuOf(api) - cpuBefore - idleMs) / JOBS }
}

/** How much of one core the API and PostgreSQL use during the work. */
async function coreShare(api: OneApi, work: () => Promise<unknown>): Promise<number> {
  const [cpuBefore, start] = [cpuOf(api), performance.now()]
  await work()
  return (cpuOf(api) - cpuBefore) / (performance.now() - start)
}

/** Each node once per second, spread evenly. */
async function pollFor(all: HandNode[], ms: number): Promise<void> {
  const until = performance.now() + ms
  const poll = async (node: HandNode, place: number) => {
    for (let due = performance.now() + (1000 * place) / all.length; due < until; due += 1000) {
      await sleep(Math.max(0, due - performance.now()))
      await withRetries(() => node.claim(0))
    }
  }
  await Promise.all(all.map(poll))
}

function curveOf(dispatched: Dispatched[]): Curve {
  const line = (name: string, pick: (of: Dispatched) => number) => ({
    name,
    points: dispatched.map((of, place): [number, number] => [SIZES[place]!, pick(of)]),
  })
  return {
    name: 'nodes',
    title: 'What a job costs as waiting nodes become more',
    across: 'nodes that wait',
    up: 'ms a job',
    lines: [line('CPU, all of it', ({ cpuMs }) => cpuMs), line('until a node has it', ({ p50 }) => p50)],
  }
}

const cpuOf = ({ pid, postmaster }: OneApi) => cpuMsOf(pid) + postgresCpuMs(postmaster)
