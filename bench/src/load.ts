import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { submitJob } from '@infra/protocol/jobs'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import { cpuMsOf, percentile, postgresCpuMs } from './measure.ts'
import { type OneApi, startApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const SECONDS = Number(process.env.LOAD_SECONDS ?? 600)
const PER_SECOND = 100
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
 * A hundred jobs a second through two API processes, as a network at its peak has them: people order with a key each, nodes that wait
 * take the jobs, report and hand in signed results, and watchers of the feed are told. Orders are sent at their time, whether or not
 * those before were answered. Client and servers share the machine.
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
    const heard = watchFeed(prefixes)
    const work = nodes.map((node) => serve(node, stopped.signal))
    const renewing = setInterval(() => void Promise.all(people.map(({ renew }) => renew())), RENEW_MS)
    const cpuMs = () => cpuMsOf(api.pid) + cpuMsOf(second.pid) + postgresCpuMs(api.postmaster)
    const before = cpuMs()
    const { accepted, refused, times } = await placeOrders(people)
    const unfinished = await drain(api, accepted)
    const spent = cpuMs() - before
    clearInterval(renewing)
    stopped.abort()
    await Promise.all(work)
    const { rows } = await api.database.query<{ jobs: number; wrong: number }>(`select
      (select count(*)::int from jobs) as jobs,
      (select count(*)::int from (select from ledger_entries group by event having sum(amount) <> 0) events) as wrong`)
    return {
      figures: [
        { what: 'orders accepted', value: accepted.size },
        { what: 'refused or failed', value: refused, atMost: 0 },
        { what: 'accepted and not finished', value: unfinished, atMost: 0 },
        { what: 'jobs beyond those accepted', value: rows[0]!.jobs - accepted.size, atMost: 0 },
        { what: 'events of the ledger that do not add up', value: rows[0]!.wrong, atMost: 0 },
        { what: 'an order, p50', value: percentile(times, 0.5), unit: 'ms' },
        { what: 'p99', value: percentile(times, 0.99), unit: 'ms' },
        { what: 'CPU of both APIs and PostgreSQL', value: spent / accepted.size, unit: 'ms a job' },
        { what: 'of two cores', value: spent / 1000 / SECONDS / 2 },
        { what: 'bytes of events to a watcher', value: heard() / WATCHERS / accepted.size, unit: 'a job' },
      ],
    }
  } finally {
    stopped.abort()
    await second.stop()
    await api.stop()
  }
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
    const job = await node.claim(5)
    if (!job) continue
    const [least, most] = RUN_MS
    const runMs = least + Math.random() * (most - least)
    await sleep(runMs / 2)
    await node.beat(job, 0.5)
    await sleep(runMs / 2)
    await node.finish(job)
  }
}

async function placeOrders(people: Person[]) {
  const accepted = new Set<string>()
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  let refused = 0
  const start = performance.now()
  for (let n = 0; n < SECONDS * PER_SECOND; n++) {
    const dueMs = start + (n * 1000) / PER_SECOND - performance.now()
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
