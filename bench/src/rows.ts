import { setTimeout as sleep } from 'node:timers/promises'
import { listFinishedJobs } from '@infra/protocol/jobs'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { fillEnded, fillQueue } from './fill-jobs.ts'
import { hammer } from './hammer.ts'
import { cpuMsOf, percentile, postgresCpuMs, timed } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Figure, Result } from './results.ts'

const SIZES = [1_000, 10_000, 100_000, 1_000_000]
const QUEUES = [1_000, 10_000, 100_000]
const REQUESTS = 100
const WIDTH = 4
const ROUNDS = 3
const NODES = 5
const CLAIMS = 100

/** What the API keeps for a second; so long must pass for it to be read anew. */
const KEPT_MS = 1_050
const FRESH = 5

type Line = Curve['lines'][number]

/** What every read that people wait for costs, and a claim, as jobs become more. The reference, in the same run: with 1,000 of them. */
export async function rows(): Promise<Result> {
  const api = await startOneApi()
  try {
    const person = await signInPerson(api)
    const nodes = await startNodes(api, person)
    const lines = new Map<string, Line>()
    const add = (name: string, size: number, cost: number) => {
      const line = lines.get(name) ?? { name, points: [] }
      line.points.push([size, cost])
      lines.set(name, line)
    }
    let filled = 0
    for (const size of SIZES) {
      await fillEnded(api.database, { from: filled + 1, to: size, person: person.address })
      filled = size
      await api.database.query('checkpoint')
      await person.renew()
      for (const [name, path] of await readsOf(api, person)) {
        add(name, size, await costOfRead(api, person, path))
      }
      for (const [name, fastest] of await fastestFresh(api)) add(name, size, fastest)
      add('claim', size, await costOfClaim(api, nodes, person))
      say(size, 'jobs', lines.values())
    }
    const reads = [...lines.values()]
    const queue = await claimsAsQueueGrows(api, nodes, person)
    return { figures: [...reads.map(growth), growth(queue)], curves: curvesOf(reads, queue) }
  } finally {
    await api.stop()
  }
}

const keptReads = [
  ['perf-stats', '/perf-stats'],
  ['apps', '/app'],
] as const

/** Those that depend on who reads are asked by the person, the others by a visitor; none of them is kept. */
async function readsOf({ prefix }: OneApi, { call, headers }: Person): Promise<[string, string][]> {
  const { items } = await call(listFinishedJobs)
  const deep = await middleOfFeed(prefix, headers)
  return [
    ['feed', '/job/finished?limit=25'],
    ['deep in the feed', `/job/finished?limit=25&before=${deep}`],
    ['feed of an app', '/job/finished?limit=25&app_id=vectorise'],
    ['my jobs', '/job?limit=25'],
    ['one job', `/job/${items[0]!.id}`],
    ['favourites', '/user/me/favorite?limit=25'],
    ['statement', '/user/me/credits/statement?limit=25'],
    ['nodes', '/node'],
  ]
}

/** Places in the feed are numbers that rise by one here: the middle is half of the last. */
async function middleOfFeed(prefix: string, headers: Person['headers']): Promise<number> {
  const answer = await fetch(`${prefix}/job/finished?limit=1`, { headers })
  const { next } = (await answer.json()) as { next: string }
  return Math.ceil(Number(next) / 2)
}

/** CPU milliseconds of the API and PostgreSQL, a request. */
async function costOfRead(api: OneApi, { headers }: Person, path: string): Promise<number> {
  const ask = (count: number) => hammer(api.prefix + path, { count, width: WIDTH, headers })
  await ask(REQUESTS / 2)
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuOf(api)
    await ask(REQUESTS)
    costs.push((cpuOf(api) - before) / REQUESTS)
  }
  return percentile(costs, 0.5)
}

const cpuOf = ({ pid, postmaster }: OneApi) => cpuMsOf(pid) + postgresCpuMs(postmaster)

/** On the wall, since too few are asked to count their CPU; the fastest is the one that nobody disturbed. */
async function fastestFresh({ prefix }: OneApi): Promise<[string, number][]> {
  const fastest = new Map<string, number>()
  for (let time = 0; time < FRESH; time++) {
    await sleep(KEPT_MS)
    for (const [name, path] of keptReads) {
      const ms = await timed(async () => (await fetch(prefix + path)).text())
      fastest.set(name, Math.min(ms, fastest.get(name) ?? ms))
    }
  }
  return [...fastest]
}

async function startNodes(api: OneApi, { call }: Person): Promise<HandNode[]> {
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, call)))
  await api.database.query('update nodes set slots = $1', [CLAIMS])
  return nodes
}

/** CPU milliseconds of the API and PostgreSQL, a claim; what was claimed goes back afterwards. */
async function costOfClaim(api: OneApi, nodes: HandNode[], { address }: Person): Promise<number> {
  const { rows } = await api.database.query("select from jobs where status = 'queued'")
  if (rows.length < SIZES[0]!) {
    await fillQueue(api.database, { from: rows.length + 1, to: SIZES[0]!, person: address })
  }
  const costs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpuOf(api)
    await Promise.all(nodes.map(claimAll))
    costs.push((cpuOf(api) - before) / (CLAIMS * nodes.length))
    await api.database.query("update jobs set status = 'queued', attempt_id = null where status = 'running'")
    await api.database.query('vacuum jobs')
  }
  return percentile(costs.slice(1), 0.5)
}

async function claimAll(node: HandNode): Promise<void> {
  for (let claim = 0; claim < CLAIMS; claim++) {
    if (!(await node.claim(0))) throw new Error('The queue is empty.')
  }
}

async function claimsAsQueueGrows(api: OneApi, nodes: HandNode[], person: Person): Promise<Line> {
  const line: Line = { name: 'claim', points: [] }
  for (const [place, size] of QUEUES.entries()) {
    if (place > 0) {
      await fillQueue(api.database, { from: QUEUES[place - 1]! + 1, to: size, person: person.address })
      await api.database.query('checkpoint')
    }
    line.points.push([size, await costOfClaim(api, nodes, person)])
    say(size, 'queued', [line])
  }
  return { ...line, name: 'claim by queue' }
}

function say(size: number, what: string, lines: Iterable<Line>): void {
  const costs = [...lines].map(({ name, points }) => `${name} ${points.at(-1)![1].toFixed(2)}`)
  console.log(`${size} ${what}, in ms: ${costs.join(', ')}`)
}

function growth({ name, points }: Line): Figure {
  const ratio = points.at(-1)![1] / points[0]![1]
  return { what: name, value: ratio, unit: 'x', atMost: name === 'feed' ? 1.3 : 1.5 }
}

function curvesOf(reads: Line[], queue: Line): Curve[] {
  return [
    {
      name: 'rows',
      title: 'What a read costs as jobs become more',
      across: 'jobs in the database',
      up: 'ms of CPU in the API and PostgreSQL (perf-stats and apps: ms on the wall)',
      lines: reads,
    },
    {
      name: 'claim',
      title: 'What a claim costs as the queue grows',
      across: 'jobs waiting',
      up: 'ms of CPU in the API and PostgreSQL',
      lines: [queue],
    },
  ]
}
