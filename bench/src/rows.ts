import { setTimeout as sleep } from 'node:timers/promises'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { fillEnded, fillQueue, idOfNumber } from './fill-jobs.ts'
import { hammer } from './hammer.ts'
import { cpuMsOf, percentile, postgresCpuMs, timed } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const FEW = 1_000
const SIZES = [10_000, 100_000, 1_000_000]
const QUEUES = [10_000, 100_000]
const REQUESTS = 50
const WIDTH = 4
const ROUNDS = 3
const NODES = 5
const CLAIMS = 40

/** What the API keeps for a second; so long must pass for it to be read anew. */
const KEPT_MS = 1_050
const FRESH = 4

type Line = Curve['lines'][number]

/** A network with its own database, someone who uses it and nodes that work for it. */
interface House {
  api: OneApi
  person: Person
  nodes: HandNode[]
  jobs: number
  queued: number
}

/**
 * What every read that people wait for costs, and a claim, as jobs become more. The reference, in the same run: a second house with
 * 1,000 of them, asked in turn with the first, so that whatever else the machine does is the same for both.
 */
export async function rows(): Promise<Result> {
  const houses = await Promise.all([openHouse(), openHouse()])
  const [few, many] = houses
  const lines = new Map<string, Line>()
  const add = (name: string, size: number, ratio: number) => {
    const line = lines.get(name) ?? { name, points: [[FEW, 1]] }
    line.points.push([size, ratio])
    lines.set(name, line)
    console.log(`${size}: ${name} ${ratio.toFixed(2)} x`)
  }
  try {
    for (const house of houses) await growTo(house, { jobs: FEW, queued: FEW })
    for (const size of SIZES) {
      await growTo(many, { jobs: size, queued: FEW })
      for (const [name, pathOf] of reads) add(name, size, await compare(few, many, costOfRead(pathOf)))
      for (const [name, path] of keptReads) add(name, size, await compareFresh(few, many, path))
      add('claim', size, await compare(few, many, costOfClaim))
    }
    for (const size of QUEUES) {
      await growTo(many, { jobs: many.jobs, queued: size })
      add('claim by queue', size, await compare(few, many, costOfClaim))
    }
    return resultOf([...lines.values()])
  } finally {
    for (const { api } of houses) await api.stop()
  }
}

async function openHouse(): Promise<House> {
  const api = await startOneApi()
  const person = await signInPerson(api)
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, person.call)))
  await api.database.query('update nodes set slots = $1', [CLAIMS])
  return { api, person, nodes, jobs: 0, queued: 0 }
}

async function growTo(house: House, { jobs, queued }: { jobs: number; queued: number }): Promise<void> {
  const { database } = house.api
  const person = house.person.address
  if (jobs > house.jobs) await fillEnded(database, { from: house.jobs + 1, to: jobs, person })
  if (queued > house.queued) await fillQueue(database, { from: house.queued + 1, to: queued, person })
  Object.assign(house, { jobs, queued })
  await database.query('checkpoint')
}

/** Asked by someone signed in: what visitors are told is kept, and would cost nothing. */
const reads: [string, (house: House) => string][] = [
  ['feed', () => '/job/finished?limit=25'],
  // Places in the feed are numbers that rise by one here.
  ['deep in the feed', ({ jobs }) => `/job/finished?limit=25&before=${jobs / 2}`],
  ['feed of an app', () => '/job/finished?limit=25&app_id=vectorise'],
  ['my jobs', () => '/job?limit=25'],
  ['one job', () => `/job/${idOfNumber(FEW / 2)}`],
  ['favourites', () => '/user/me/favorite?limit=25'],
  ['statement', () => '/user/me/credits/statement?limit=25'],
  ['nodes', () => '/node'],
]

const keptReads = [
  ['perf-stats', '/perf-stats'],
  ['apps', '/app'],
] as const

type Cost = (house: House) => Promise<number>

/** In turn; the first round only warms, and of the others the middle one counts. */
async function compare(few: House, many: House, cost: Cost): Promise<number> {
  const ratios: number[] = []
  for (const { person } of [few, many]) await person.renew()
  for (let round = 0; round <= ROUNDS; round++) {
    const less = await cost(few)
    ratios.push((await cost(many)) / less)
  }
  return percentile(ratios.slice(1), 0.5)
}

/** CPU milliseconds of the API and PostgreSQL, a request. */
function costOfRead(pathOf: (house: House) => string): Cost {
  return async (house) => {
    const { api, person } = house
    const before = cpuOf(api)
    await hammer(api.prefix + pathOf(house), { count: REQUESTS, width: WIDTH, headers: person.headers })
    return (cpuOf(api) - before) / REQUESTS
  }
}

const cpuOf = ({ pid, postmaster }: OneApi) => cpuMsOf(pid) + postgresCpuMs(postmaster)

/** On the wall, since too few are asked to count their CPU; the fastest is the one that nobody disturbed. */
async function compareFresh(few: House, many: House, path: string): Promise<number> {
  const fastest = [few, many].map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < FRESH; time++) {
    await sleep(KEPT_MS)
    for (const [place, { api }] of [few, many].entries()) {
      const ms = await timed(async () => (await fetch(api.prefix + path)).text())
      fastest[place] = Math.min(fastest[place]!, ms)
    }
  }
  return fastest[1]! / fastest[0]!
}

/** CPU milliseconds of the API and PostgreSQL, a claim; what was claimed goes back afterwards. */
async function costOfClaim({ api, nodes }: House): Promise<number> {
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
