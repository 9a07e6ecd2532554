import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { submitJob } from '@infra/protocol/jobs'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { cpuMsOf, percentile, postgresCpuMs } from './measure.ts'
import { type OneApi, startApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'
import { withRetries } from './traffic/with-retries.ts'

const SECONDS = Number(process.env.LOAD_SECONDS ?? 600)
const PER_SECOND = 100

/** Measured before that, for the chart. */
const LOWER_RATES = [10, 25, 50]
const LOWER_SECONDS = 30

/** Not counted: until then Node.js still compiles what it runs. */
const WARM = { perSecond: 25, seconds: 10 }
const NODES = 200
const WATCHERS = 2_000
const PEOPLE = 50

/** A job takes between half a second and two, with one report on the way. */
const RUN_MS = [500, 2_000] as const

/** Tokens live for five minutes. */
const RENEW_MS = 120_000
const DRAIN_SECONDS = 120
const APP = 'story-teller'

/**
 * A hundred jobs per second through two API processes, like a network at its peak, after lower rates: people order with their own keys,
 * waiting nodes claim the jobs, report progress and submit signed results, and watchers of the feed get events. Orders are sent on time,
 * whether or not earlier ones have a response. Client and servers share the machine.
 */
export async function load(): Promise<Result> {
  const api = await startOneApi()
  const second = await startApi(api)
  const prefixes = [api.prefix, second.prefix]
  const at = (n: number): OneApi => ({ ...api, prefix: prefixes[n % prefixes.length]! })
  const stopped = new AbortController()
  try {
    const people: Person[] = []
    const nodes: HandNode[] = []
    for (let n = 0; n < PEOPLE; n++) people.push(await signInPerson(at(n)))
    for (let n = 0; n < NODES; n++) nodes.push(await startHandNode(at(n), people[n % PEOPLE]!.call, APP))
    const receivedBytes = watchFeed(prefixes)
    const work = Promise.all(nodes.map((node) => serve(node, stopped.signal)))
    // A failure is thrown where it's awaited. Otherwise it would end the benchmark in the middle of an order.
    work.catch(() => {})
    const renewing = setInterval(() => void Promise.all(people.map(({ renew }) => renew())), RENEW_MS)
    stopped.signal.addEventListener('abort', () => clearInterval(renewing))
    const cpuMs = () => cpuMsOf(api.pid) + cpuMsOf(second.pid) + postgresCpuMs(api.postmaster)
    const warm = await orderAt(WARM, { api, people, cpuMs, receivedBytes })
    const rates: Rate[] = []
    for (const perSecond of [...LOWER_RATES, PER_SECOND]) {
      const seconds = perSecond === PER_SECOND ? SECONDS : LOWER_SECONDS
      rates.push(await orderAt({ perSecond, seconds }, { api, people, cpuMs, receivedBytes }))
      console.log(inWords(rates.at(-1)!))
    }
    stopped.abort()
    await work
    return { figures: await figuresOf(api, rates, warm), curves: curvesOf(rates) }
  } finally {
    stopped.abort()
    await second.stop()
    await api.stop()
  }
}

interface Rate {
  perSecond: number
  accepted: number
  refused: number
  unfinished: number
  p50: number
  p99: number
  cpuMsPerJob: number
  ofTwoCores: number
  bytesPerJob: number
}

interface Loaded {
  api: OneApi
  people: Person[]
  cpuMs: () => number
  receivedBytes: () => number
}

/** Orders at this rate, and waits until all jobs are finished. */
async function orderAt(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  { api, people, cpuMs, receivedBytes }: Loaded,
): Promise<Rate> {
  const before = { cpuMs: cpuMs(), receivedBytes: receivedBytes() }
  const { accepted, refused, times } = await placeOrders(people, perSecond, seconds)
  const unfinished = await drain(api, accepted)
  const spent = cpuMs() - before.cpuMs
  return {
    perSecond,
    accepted: accepted.size,
    refused,
    unfinished,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMsPerJob: spent / accepted.size,
    ofTwoCores: spent / 1000 / seconds / 2,
    bytesPerJob: (receivedBytes() - before.receivedBytes) / WATCHERS / accepted.size,
  }
}

const inWords = ({ perSecond, accepted, refused, unfinished, p50, p99, cpuMsPerJob }: Rate) =>
  `${perSecond} per second: ${accepted} accepted, ${refused} refused, ${unfinished} not finished; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${cpuMsPerJob.toFixed(1)} ms of CPU a job`

async function figuresOf({ database }: OneApi, rates: Rate[], warm: Rate): Promise<Result['figures']> {
  const { rows } = await database.query<{ jobs: number; wrong: number }>(`select
    (select count(*)::int from jobs) as jobs,
    (select count(*)::int from (select from ledger_entries group by event having sum(amount) <> 0) events) as wrong`)
  const sum = (pick: (rate: Rate) => number) =>
    [warm, ...rates].reduce((total, rate) => total + pick(rate), 0)
  const accepted = sum((rate) => rate.accepted)
  const peak = rates.at(-1)!
  return [
    { what: 'orders accepted', value: accepted },
    { what: 'refused or failed', value: sum(({ refused }) => refused), atMost: 0 },
    { what: 'accepted and not finished', value: sum(({ unfinished }) => unfinished), atMost: 0 },
    { what: 'jobs beyond those accepted', value: rows[0]!.jobs - accepted, atMost: 0 },
    { what: 'events of the ledger that do not add up', value: rows[0]!.wrong, atMost: 0 },
    ...rates.flatMap(({ perSecond, p50, p99, cpuMsPerJob }) => [
      { what: `at ${perSecond} per second: an order, p50`, value: p50, unit: 'ms' },
      { what: 'p99', value: p99, unit: 'ms' },
      { what: 'CPU of both APIs and PostgreSQL', value: cpuMsPerJob, unit: 'ms a job' },
    ]),
    { what: 'of two cores', value: peak.ofTwoCores },
    { what: 'bytes of events to a watcher', value: peak.bytesPerJob, unit: 'a job' },
  ]
}

function curvesOf(rates: Rate[]): Curve[] {
  const line = (name: string, pick: (of: Rate) => number) => ({
    name,
    points: rates.map((of): [number, number] => [of.perSecond, pick(of)]),
  })
  const across = 'orders per second'
  return [
    {
      name: 'load',
      title: 'How long an order takes as orders come faster',
      across,
      up: 'ms',
      lines: [line('p50', ({ p50 }) => p50), line('p99', ({ p99 }) => p99)],
    },
    {
      name: 'load-cpu',
      title: 'What a job costs as orders come faster',
      across,
      up: 'ms of CPU a job, two API processes and PostgreSQL',
      lines: [line('a job', ({ cpuMsPerJob }) => cpuMsPerJob)],
    },
  ]
}

/** Counts what watchers of the feed receive; they stay until their server ends. */
function watchFeed(prefixes: string[]): () => number {
  let bytes = 0
  for (let n = 0; n < WATCHERS; n++) {
    const { hostname, port, host, pathname } = new URL(`${prefixes[n % prefixes.length]}/job/finished/events`)
    const socket = connect(Number(port), hostname)
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        bytes += chunk.length
      })
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  }
  return () => bytes
}

async function serve(node: HandNode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const job = await withRetries(() => node.claim(5))
    if (!job) continue
    const [least, most] = RUN_MS
    const runMs = least + Math.random() * (most - least)
    await sleep(runMs / 2)
    await withRetries(() => node.beat(job, 0.5))
    await sleep(runMs / 2)
    await withRetries(() => node.finish(job))
  }
}

async function placeOrders(people: Person[], perSecond: number, seconds: number) {
  const accepted = new Set<string>()
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  let refused = 0
  const start = performance.now()
  for (let n = 0; n < seconds * perSecond; n++) {
    const dueMs = start + (n * 1000) / perSecond - performance.now()
    if (dueMs > 0) await sleep(dueMs)
    const order = place(people[n % people.length]!, n)
      .then(({ id, ms }) => {
        accepted.add(id)
        times.push(ms)
      })
      .catch((error) => {
        if (refused++ < 5) console.log(String(error))
      })
      .finally(() => pending.delete(order))
    pending.add(order)
  }
  await Promise.all(pending)
  return { accepted, refused, times }
}

async function place(person: Person, n: number): Promise<{ id: string; ms: number }> {
  const start = performance.now()
  const { id } = await person.call(submitJob, { body: { appId: APP, input: { prompt: `Story ${n}` } } })
  return { id, ms: performance.now() - start }
}

/** How many of the accepted jobs are not finished within two minutes after the last order. */
async function drain({ database }: OneApi, accepted: Set<string>): Promise<number> {
  for (let second = 0; ; second++) {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int from jobs where id = any($1) and status = 'finished'`,
      [[...accepted]],
    )
    const left = accepted.size - rows[0]!.count
    if (left === 0 || second === DRAIN_SECONDS) return left
    await sleep(1_000)
  }
}
