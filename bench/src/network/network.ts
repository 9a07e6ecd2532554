import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '@infra/stack/build-web'
import { signInPerson } from '../callers.ts'
import type { Curve } from '../draw-curve.ts'
import { fillEnded } from '../fill-jobs.ts'
import { exactCpuDuring, percentile } from '../measure.ts'
import { type OneApi, startOneApi } from '../one-api.ts'
import type { Figure, Result } from '../results.ts'
import { fillNodes, idOfNode } from './fill-nodes.ts'

const FEW = 10
const SIZES = [100, 1_000, 10_000]
const JOBS = 1_000

/** As many visitors of a screen as on a busy network, so that the API's caches are used as they would be there. */
const PER_SECOND = 50
/** Longer than counts of nodes are cached, so that counting them is included. */
const SECONDS = 8
const WARM = 100

interface Network {
  api: OneApi
  nodes: number
}

/** Requests of the screens. The list is read in pages of ten, all that the small network has, so that responses are comparable. */
const reads: [name: string, path: string][] = [
  ['Home', '/'],
  ['Nodes', '/nodes'],
  ['Apps', '/apps'],
  ['/perf-stats', '/api/perf-stats'],
  ['/node', '/api/node?limit=10'],
  ['/node by name', '/api/node?limit=10&sort=name&state=online'],
  ['/node/map', '/api/node/map'],
  ['/app', '/api/app'],
  ['one node', `/api/node/${idOfNode(7)}`],
]

/**
 * Measures the cost of the screens that show the network as the number of nodes grows, each with figures for every hour. The reference, in
 * the same run: a second network with ten nodes, measured in turn with the first.
 */
export async function network(): Promise<Result> {
  const WEB_DIR = await buildWeb('apps/web', { demo: false, say: console.log })
  const networks = [await openNetwork(WEB_DIR), await openNetwork(WEB_DIR)] as const
  const [few, many] = networks
  const lines = new Map<string, Curve['lines'][number]>()
  const figures: Figure[] = []
  try {
    await growTo(few, FEW)
    await growTo(many, FEW)
    for (const size of SIZES) {
      await growTo(many, size)
      for (const [name, path] of reads) {
        const { ratio, firstByteMs, bytes } = await compare(few, many, path)
        const line = lines.get(name) ?? { name, points: [[FEW, 1]] }
        line.points.push([size, ratio])
        lines.set(name, line)
        console.log(
          `${size}: ${name} ${ratio.toFixed(2)} x CPU, ${bytes.toFixed(2)} x bytes, ${firstByteMs.toFixed(1)} ms`,
        )
        if (size !== SIZES.at(-1)) continue
        figures.push(
          { what: `${name}: CPU`, value: ratio, unit: 'x', atMost: 1.3 },
          { what: 'bytes', value: bytes, unit: 'x', atMost: 1.3 },
          { what: 'first byte, warm', value: firstByteMs, unit: 'ms', atMost: 30 },
        )
      }
      figures.push(...(size === SIZES.at(-1) ? await costOfSearch(many) : []))
    }
    return {
      figures,
      curves: [
        {
          name: 'network',
          title: 'What the screens of the network cost as nodes become more',
          across: 'nodes, each with figures for every hour',
          up: 'times what it costs with 10',
          lines: [...lines.values()],
        },
      ],
    }
  } finally {
    for (const { api } of networks) await api.stop()
  }
}

async function openNetwork(WEB_DIR: string): Promise<Network> {
  const api = await startOneApi({ WEB_DIR })
  const { address } = await signInPerson(api)
  await fillEnded(api.database, { from: 1, to: JOBS, person: address })
  return { api, nodes: 0 }
}

async function growTo(network: Network, nodes: number): Promise<void> {
  await fillNodes(network.api.database, { from: network.nodes + 1, to: nodes })
  network.nodes = nodes
}

/**
 * CPU of the API and PostgreSQL during fifty requests per second, including their background work; the size of the response; and the
 * median time to the first byte. Both networks get their requests at once.
 */
async function compare(few: Network, many: Network, path: string) {
  const costs = await Promise.all([few, many].map(({ api }) => costOfVisits(api, path)))
  const bytes = await Promise.all([few, many].map(({ api }) => bytesOf(api, path)))
  return {
    ratio: costs[1]! / costs[0]!,
    bytes: bytes[1]! / bytes[0]!,
    firstByteMs: await firstByte(many.api, path),
  }
}

function costOfVisits(api: OneApi, path: string): Promise<number> {
  return exactCpuDuring(api, async () => {
    const answers: Promise<string>[] = []
    for (let visit = 0; visit < SECONDS * PER_SECOND; visit++) {
      answers.push(fetch(originOf(api) + path).then((answer) => answer.text()))
      await sleep(1000 / PER_SECOND)
    }
    await Promise.all(answers)
  })
}

async function bytesOf(api: OneApi, path: string): Promise<number> {
  return (await (await fetch(originOf(api) + path)).arrayBuffer()).byteLength
}

async function firstByte(api: OneApi, path: string): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < WARM; time++) {
    const start = performance.now()
    const answer = await fetch(originOf(api) + path)
    times.push(performance.now() - start)
    await answer.arrayBuffer()
  }
  return percentile(times, 0.5)
}

/** The cost of typing a letter into the search. The reference is the list without a search. */
async function costOfSearch({ api }: Network): Promise<Figure[]> {
  const COUNT = 40
  const cost = async (pathOf: (n: number) => string) => {
    const costs: number[] = []
    for (let n = 0; n < COUNT; n++)
      costs.push(await exactCpuDuring(api, async () => (await fetch(originOf(api) + pathOf(n))).text()))
    return percentile(costs, 0.5)
  }
  await cost((n) => `/api/node?search=warm%20${n}`)
  return [
    { what: 'a search: CPU', value: await cost((n) => `/api/node?search=rack%20${n}`), unit: 'ms' },
    { what: 'a page without one', value: await cost((n) => `/api/node?limit=${n + 20}`), unit: 'ms' },
  ]
}

const originOf = ({ prefix }: OneApi) => new URL(prefix).origin
