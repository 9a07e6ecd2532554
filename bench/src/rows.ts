import { setTimeout as sleep } from 'node:timers/promises'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { fillEnded, fillQueue, idOfNumber } from './fill-jobs.ts'
import { cpuMsOf, percentile, postgresCpuMs, timed } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'
import { requestRepeatedly } from './traffic/request-repeatedly.ts'

const FEW = 1_000
const SIZES = [10_000, 100_000, 1_000_000]
const QUEUES = [10_000, 100_000]
const REQUESTS = 50
const WIDTH = 4
const ROUNDS = 3
const NODES = 5
const CLAIMS = 40

/** The API caches for a second, so this much must pass before it reads again. */
const CACHED_MS = 1_050
const FRESH = 4

type Line = Curve['lines'][number]

/** A network with its own database, a user and nodes. */
interface Network {
  api: OneApi
  person: Person
  nodes: HandNode[]
  jobs: number
  queued: number
}

/**
 * Measures each read that people wait for, and a claim, as the number of jobs grows. The reference, in the same run: a second network with
 * 1,000 jobs, measured in turn with the first, so that other load on the machine affects both alike.
 */
export async function rows(): Promise<Result> {
  const networks = await Promise.all([openNetwork(), openNetwork()])
  const [few, many] = networks
  const lines = new Map<string, Line>()
  const add = (name: string, size: number, ratio: number) => {
    const line = lines.get(name) ?? { name, points: [[FEW, 1]] }
    line.points.push([size, ratio])
    lines.set(name, line)
    console.log(`${size}: ${name} ${ratio.toFixed(2)} x`)
  }
  try {
    for (const network of networks) await growTo(network, { jobs: FEW, queued: FEW })
    for (const size of SIZES) {
      await growTo(many, { jobs: size, queued: FEW })
      for (const [name, pathOf] of reads) add(name, size, await compare(few, many, costOfRead(pathOf)))
      for (const [name, path] of cachedReads) add(name, size, await compareUncached(few, many, path))
      add('claim', size, await compare(few, many, costOfClaim))
    }
    for (const size of QUEUES) {
      await growTo(many, { jobs: many.jobs, queued: size })
      add('claim by queue', size, await compare(few, many, costOfClaim))
    }
    return resultOf([...lines.values()])
  } finally {
    for (const { api } of networks) await api.stop()
  }
}

async function openNetwork(): Promise<Network> {
  const api = await startOneApi()
  const person = await signInPerson(api)
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, person.call)))
  await api.database.query('update nodes set slots = $1', [CLAIMS])
  return { api, person, nodes, jobs: 0, queued: 0 }
}

async function growTo(network: Network, { jobs, queued }: { jobs: number; queued: number }): Promise<void> {
  const { database } = network.api
  const person = network.person.address
  if (jobs > network.jobs) await fillEnded(database, { from: network.jobs + 1, to: jobs, person })
  if (queued > network.queued) await fillQueue(database, { from: network.queued + 1, to: queued, person })
  Object.assign(network, { jobs, queued })
  await database.query('checkpoint')
}

/** Read as a signed-in user: responses for visitors are cached, and would cost nothing. */
const reads: [string, (network: Network) => string][] = [
  ['feed', () => '/job/finished?limit=25'],
  // Positions in the feed are consecutive numbers here.
  ['deep in the feed', ({ jobs }) => `/job/finished?limit=25&before=${jobs / 2}`],
  ['feed of an app', () => '/job/finished?limit=25&app_id=vectorise'],
  ['my jobs', () => '/job?limit=25'],
  ['one job', () => `/job/${idOfNumber(FEW / 2)}`],
  ['favourites', () => '/user/me/favorite?limit=25'],
  ['statement', () => '/user/me/credits/statement?limit=25'],
  ['nodes', () => '/node'],
]

const cachedReads = [
  ['perf-stats', '/perf-stats'],
  ['apps', '/app'],
] as const

type Cost = (network: Network) => Promise<number>

/** Measures both in turn. The first round only warms up; of the others, the median counts. */
async function compare(few: Network, many: Network, cost: Cost): Promise<number> {
  const ratios: number[] = []
  for (const { person } of [few, many]) await person.renew()
  for (let round = 0; round <= ROUNDS; round++) {
    const less = await cost(few)
    ratios.push((await cost(many)) / less)
  }
  return percentile(ratios.slice(1), 0.5)
}

/** CPU milliseconds of the API and PostgreSQL per request. */
function costOfRead(pathOf: (network: Network) => string): Cost {
  return async (network) => {
    const { api, person } = network
    const before = cpuOf(api)
    await requestRepeatedly(api.prefix + pathOf(network), {
      count: REQUESTS,
      width: WIDTH,
      headers: person.headers,
    })
    return (cpuOf(api) - before) / REQUESTS
  }
}

const cpuOf = ({ pid, postmaster }: OneApi) => cpuMsOf(pid) + postgresCpuMs(postmaster)

/** Wall-clock time, since there are too few requests to measure CPU; the fastest one was disturbed least. */
async function compareUncached(few: Network, many: Network, path: string): Promise<number> {
  const fastest = [few, many].map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < FRESH; time++) {
    await sleep(CACHED_MS)
    for (const [place, { api }] of [few, many].entries()) {
      const ms = await timed(async () => (await fetch(api.prefix + path)).text())
      fastest[place] = Math.min(fastest[place]!, ms)
    }
  }
  return fastest[1]! / fastest[0]!
}

/** CPU milliseconds of the API and PostgreSQL per claim. The claimed jobs are queued again afterwards. */
async function costOfClaim({ api, nodes }: Network): Promise<number> {
  const before = cpuOf(api)
  await Promise.all(nodes.map(claimAll))
  const cost = (cpuOf(api) - before) / (CLAIMS * nodes.length)
  await api.database.query(`with ended as (delete from leases)
    update jobs set status = 'queued', attempt_id = null, node_id = null where status = 'running'`)
  await api.database.query('vacuum jobs')
  return cost
}

async function claimAll(node: HandNode): Promise<void> {
  for (let claim = 0; claim < CLAIMS; claim++) {
    if (!(await node.claim(0))) throw new Error('The queue is empty.')
  }
}

function resultOf(lines: Line[]): Result {
  return {
    figures: lines.map(({ name, points }) => ({
      what: name,
      value: points.at(-1)![1],
      unit: 'x',
      atMost: name === 'feed' ? 1.3 : 1.5,
    })),
    curves: [
      {
        name: 'rows',
        title: 'What reads and claims cost as jobs become more',
        across: 'jobs in the database (claim by queue: jobs waiting)',
        up: 'times what it costs with 1,000',
        lines,
      },
    ],
  }
}
