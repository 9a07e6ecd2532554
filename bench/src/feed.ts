import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Person, signInPerson } from './callers.ts'
import type { Curve } from './draw-curve.ts'
import { fillEnded } from './fill-jobs.ts'
import { cpuMsOf, percentile, postgresCpuMs } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'
import { ENDED_PER_SECOND, startBusyNetwork } from './traffic/busy-network.ts'
import { requestRepeatedly } from './traffic/request-repeatedly.ts'

const JOBS = 1_000
const REQUESTS = 6_000
const WIDTH = 16
const ROUNDS = 5

/** How many jobs run and report meanwhile. */
const RUNNING_SIZES = [10, 25, 50, 100]

/** The number of running jobs in the goal. */
const RUNNING = 50

/** How long the busy network is measured alone, to subtract that from its cost together with the visitors. */
const ALONE_MS = 5_000

/** 100,000 people who open the feed every quarter of an hour: few enough to show if the cache is invalidated too often. */
const VISITS_PER_SECOND = 100
const VISITING_SECONDS = 10

/**
 * Measures the first page of the feed as a visitor gets it, on an idle and on a busy network. The reference, in the same run: plain
 * `node:http`, which sends the same headers and bytes. Both run in their own processes and are measured in turn; the median round counts.
 */
export async function feed(): Promise<Result> {
  const api = await startOneApi()
  const raw = fork(fileURLToPath(new URL('references/raw-server.ts', import.meta.url)))
  try {
    const person = await signInPerson(api)
    await fillEnded(api.database, { from: 1, to: JOBS, person: person.address })
    const url = `${api.prefix}/job/finished?limit=25`
    const answer = await fetch(url)
    const { date, connection, ...headers } = Object.fromEntries(answer.headers)
    raw.send({ headers, body: await answer.text() })
    const [port] = (await once(raw, 'message')) as [number]
    const cpuMs = () => cpuMsOf(api.pid) + postgresCpuMs(api.postmaster)
    const ours = () => measure(url, cpuMs)
    const theirs = () => measure(`http://127.0.0.1:${port}/`, () => cpuMsOf(raw.pid!))
    await ours()
    await theirs()
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), theirs: await theirs() })
    const busy = await whileBusy({ api, person, url, cpuMs })
    return {
      figures: [...idleFigures(rounds), ...busyFigures(rounds, busy)],
      curves: [curveOf(rounds, busy)],
    }
  } finally {
    raw.kill()
    await api.stop()
  }
}

interface Cost {
  cpuMs: number
  rate: number
}

interface Round {
  ours: Cost
  theirs: Cost
}

const middle = (rounds: Round[], pick: (round: Round) => number) => percentile(rounds.map(pick), 0.5)

function idleFigures(rounds: Round[]): Result['figures'] {
  const ratio = middle(rounds, ({ ours, theirs }) => ours.cpuMs / theirs.cpuMs)
  return [
    {
      what: 'feed CPU',
      value: middle(rounds, ({ ours }) => ours.cpuMs),
      unit: 'ms a page, API and PostgreSQL',
    },
    {
      what: 'node:http with the same bytes',
      value: middle(rounds, ({ theirs }) => theirs.cpuMs),
      unit: 'ms',
    },
    { what: 'pages a second', value: middle(rounds, ({ ours }) => ours.rate) },
    {
      what: 'of the rate',
      value: middle(rounds, ({ ours, theirs }) => ours.rate / theirs.rate),
      atLeast: 0.8,
    },
    { what: 'CPU ratio', value: ratio, atMost: 1.3 },
  ]
}

interface Busy {
  running: number
  cpuMs: number
  reusedPercent: number
}

function busyFigures(rounds: Round[], busy: Busy[]): Result['figures'] {
  const idleMs = middle(rounds, ({ ours }) => ours.cpuMs)
  const { cpuMs, reusedPercent } = busy.find(({ running }) => running === RUNNING)!
  return [
    {
      what: `feed CPU while ${RUNNING} jobs run and ${ENDED_PER_SECOND} a second end`,
      value: cpuMs,
      unit: 'ms a page, without the jobs themselves',
    },
    { what: 'busy against idle', value: cpuMs / idleMs, unit: 'x', atMost: 1.2 },
    { what: `with ${busy.at(-1)!.running} running`, value: busy.at(-1)!.cpuMs / idleMs, unit: 'x' },
    {
      what: `of ${VISITS_PER_SECOND} visitors a second, served from the cache`,
      value: reusedPercent,
      unit: '%',
      atLeast: 95,
    },
  ]
}

function curveOf(rounds: Round[], busy: Busy[]): Curve {
  const raw = middle(rounds, ({ theirs }) => theirs.cpuMs)
  const idle = middle(rounds, ({ ours }) => ours.cpuMs)
  return {
    name: 'feed',
    title: 'What the feed costs a visitor as more jobs run',
    across: `jobs that run and report; ${ENDED_PER_SECOND} others a second end, except at 0`,
    up: 'ms of CPU a page, API and PostgreSQL',
    lines: [
      { name: 'Infra', points: [[0, idle], ...busy.map((of): [number, number] => [of.running, of.cpuMs])] },
      { name: 'node:http', points: [0, busy.at(-1)!.running].map((jobs): [number, number] => [jobs, raw]) },
    ],
  }
}

interface Visited {
  api: OneApi
  person: Person
  url: string
  cpuMs: () => number
}

/** With a growing number of running jobs. */
async function whileBusy({ api, person, url, cpuMs }: Visited): Promise<Busy[]> {
  const network = startBusyNetwork(api, person, { from: JOBS + 1 })
  const measured: Busy[] = []
  try {
    for (const running of RUNNING_SIZES) {
      await network.growTo(running)
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await costAmongJobs(url, cpuMs))
      const reusedPercent = await visit(api, url)
      measured.push({ running, cpuMs: percentile(rounds, 0.5), reusedPercent })
      console.log(`${running} running: ${rounds.map((ms) => ms.toFixed(3)).join(', ')} ms a page`)
    }
    return measured
  } finally {
    await network.stop()
  }
}

/** CPU per page while jobs run and end, minus that of the jobs alone, which is measured right before. */
async function costAmongJobs(url: string, cpuMs: () => number): Promise<number> {
  const before = cpuMs()
  const start = performance.now()
  await sleep(ALONE_MS)
  const alonePerMs = (cpuMs() - before) / (performance.now() - start)
  const { cpuMs: pageMs, rate } = await measure(url, cpuMs)
  return pageMs - (alonePerMs * 1000) / rate
}

/** The share of visitors who were served from the cache, according to the API's own figures. */
async function visit(api: OneApi, url: string): Promise<number> {
  const before = await pagesOf(api)
  for (let second = 0; second < VISITING_SECONDS; second++) {
    const visits = Array.from({ length: VISITS_PER_SECOND }, async (_, visitor) => {
      await sleep((1_000 * visitor) / VISITS_PER_SECOND)
      await (await fetch(url)).arrayBuffer()
    })
    await Promise.all(visits)
  }
  const after = await pagesOf(api)
  return 100 * (1 - (after.reads - before.reads) / (after.asked - before.asked))
}

async function pagesOf({ prefix }: OneApi): Promise<{ asked: number; reads: number }> {
  const metrics = await (await fetch(new URL('/metrics', prefix))).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)![1])
  return { asked: figure('infra_feed_pages_total'), reads: figure('infra_feed_page_reads_total') }
}

async function measure(url: string, cpuMs: () => number): Promise<Cost> {
  const [cpuBefore, start] = [cpuMs(), performance.now()]
  await requestRepeatedly(url, { count: REQUESTS, width: WIDTH })
  const seconds = (performance.now() - start) / 1000
  return { cpuMs: (cpuMs() - cpuBefore) / REQUESTS, rate: REQUESTS / seconds }
}
