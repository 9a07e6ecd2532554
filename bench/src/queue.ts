import { submitJob } from '@infra/protocol/jobs'
import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker'
import pg from 'pg'
import { signInWithCredits, startHandNode } from './callers.ts'
import { type Cost, costOf, inParallel } from './cost.ts'
import type { Curve } from './draw-curve.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import { hordeMs } from './references/horde.ts'
import type { Figure, Result } from './results.ts'
import { startServer } from './server.ts'

const JOBS = 1_500
const NODES = 4
const CONCURRENCY = 8
const BATCH = 500

/** Fewer jobs are measured with AI Horde's SQL, because each takes long if many are queued. */
const REPLAYED = 400
const QUEUES = [
  { size: 1_000, atMost: 1 / 5 },
  { size: 10_000, atMost: 1 / 20 },
]

/**
 * Measures the CPU of claiming and completing a job: ours over HTTP, with lease, ledger and two signatures, in the API process and
 * PostgreSQL. The references, in the same run: graphile-worker's single fetch, in its worker and PostgreSQL; and AI Horde's
 * SQL with as many queued jobs, in PostgreSQL only.
 */
export async function queue(): Promise<Result> {
  const { ours, graphile, queued } = await measureQueues()
  const total = ({ programMs, serverMs }: Cost) => programMs + serverMs
  const horde = await againstHorde(queued)
  return {
    figures: [
      { what: 'API', value: ours.programMs, unit: 'ms of CPU a job' },
      { what: 'PostgreSQL', value: ours.serverMs, unit: 'ms of CPU a job' },
      { what: 'jobs a second', value: ours.rate },
      { what: 'graphile-worker', value: graphile.programMs, unit: 'ms of CPU a job' },
      { what: 'PostgreSQL', value: graphile.serverMs, unit: 'ms of CPU a job' },
      { what: 'jobs a second', value: graphile.rate },
      { what: 'CPU against graphile-worker', value: total(ours) / total(graphile), unit: 'x', atMost: 1 },
      ...horde.figures,
    ],
    curves: [horde.curve],
  }
}

async function measureQueues(): Promise<{ ours: Cost; graphile: Cost; queued: Cost[] }> {
  const api = await startOneApi()
  try {
    const ourQueue = await openOurQueue(api)
    await ourQueue.order(JOBS)
    const ours = await ourQueue.work(JOBS)
    const queued: Cost[] = []
    let waiting = 0
    for (const { size } of QUEUES) {
      await ourQueue.order(size + JOBS / 2 - waiting)
      queued.push(await ourQueue.work(JOBS))
      waiting = size - JOBS / 2
    }
    return { ours, graphile: await measureGraphile(api), queued }
  } finally {
    await api.stop()
  }
}

interface OurQueue {
  /** Submits this many jobs, which then wait in the queue. */
  order: (jobs: number) => Promise<void>
  /** Claims and completes this many of them. */
  work: (jobs: number) => Promise<Cost>
}

async function openOurQueue(api: OneApi): Promise<OurQueue> {
  const person = await signInWithCredits(api)
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, person)))
  const orderOne = () => person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
  const workOne = async (line: number) => {
    const node = nodes[line % NODES]!
    const job = await node.claim(0)
    if (!job) throw new Error('The queue is empty.')
    await node.finish(job)
  }
  return {
    order: async (jobs) => {
      for (let ordered = 0; ordered < jobs; ordered += BATCH) {
        await inParallel(Math.min(BATCH, jobs - ordered) + NODES, CONCURRENCY, orderOne)
        // Keep the nodes online: jobs for which no node is online are refused.
        await inParallel(NODES, NODES, workOne)
      }
    },
    work: (jobs) =>
      costOf({ jobs, program: api.pid, server: api.postmaster }, () =>
        inParallel(jobs, CONCURRENCY, workOne),
      ),
  }
}

async function measureGraphile({ databaseUrl, postmaster }: OneApi): Promise<Cost> {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl })
  await utils.migrate()
  await inParallel(JOBS, CONCURRENCY, () => utils.addJob('echo', { text: 'bench' }))
  // Connects first, so that connecting isn't measured.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 10, min: 10, idleTimeoutMillis: 0 })
  pgPool.on('error', () => {})
  await Promise.all(Array.from({ length: 10 }, () => pgPool.query('select pg_sleep(0.1)')))
  const cost = await costOf({ jobs: JOBS, program: process.pid, server: postmaster }, () =>
    runOnce({
      pgPool,
      concurrency: CONCURRENCY,
      taskList: { echo: async () => {} },
      logger: new Logger(() => () => {}),
    }),
  )
  await pgPool.end()
  await utils.release()
  return cost
}

/** PostgreSQL's CPU, ours and theirs, with this many jobs queued in the middle of each measurement. */
async function againstHorde(ours: Cost[]): Promise<{ figures: Figure[]; curve: Curve }> {
  const server = await startServer()
  const figures: Figure[] = []
  const lines: Curve['lines'] = ['ours', "AI Horde's SQL", 'on its 5.1.8 indexes'].map((name) => ({
    name,
    points: [],
  }))
  try {
    for (const [place, { size, atMost }] of QUEUES.entries()) {
      const withQueue = `with ${size.toLocaleString('en-GB')} queued`
      const { serverMs } = ours[place]!
      figures.push({ what: `ours in PostgreSQL ${withQueue}`, value: serverMs, unit: 'ms of CPU a job' })
      lines[0]!.points.push([size, serverMs])
      for (const later of [false, true]) {
        const theirs = await hordeMs(server, { queued: size, jobs: REPLAYED, later })
        lines[later ? 2 : 1]!.points.push([size, theirs])
        const name = later ? "AI Horde's SQL on the indexes of its 5.1.8" : "AI Horde's SQL"
        figures.push(
          { what: `${name}, pop + submit ${withQueue}`, value: theirs, unit: 'ms of CPU a job' },
          { what: `ours against ${name} ${withQueue}`, value: serverMs / theirs, unit: 'x', atMost },
        )
      }
    }
    const curve: Curve = {
      name: 'queue',
      title: 'What claiming and completing a job costs as more are queued',
      across: 'jobs in the queue',
      up: 'ms of CPU a job, PostgreSQL alone',
      lines,
    }
    return { figures, curve }
  } finally {
    await server.stop()
  }
}
