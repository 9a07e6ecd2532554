import { submitJob } from '@infra/protocol/jobs'
import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker'
import pg from 'pg'
import { signInRich, startHandNode } from './callers.ts'
import { cpuMsOf, postgresCpuMs } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const JOBS = 1_500
const NODES = 4
/** One pop and one submit, measured on a machine like this one; it was not replayed here. */
const AI_HORDE_SQL_MS = 8.3 + 7.5

/**
 * CPU of claiming and completing a job: ours over HTTP, with lease, ledger and two signatures, in the API process and
 * PostgreSQL; the reference is graphile-worker's single fetch on the same server, in its worker and PostgreSQL.
 */
export async function queue(): Promise<Result> {
  const api = await startOneApi()
  try {
    const server = api.postmaster
    const ours = await measureOurs(api, server)
    const theirs = await measureGraphile(api, server)
    const total = ({ programMs, serverMs }: Cost) => programMs + serverMs
    return {
      figures: [
        { what: 'API', value: ours.programMs, unit: 'ms of CPU a job' },
        { what: 'PostgreSQL', value: ours.serverMs, unit: 'ms of CPU a job' },
        { what: 'jobs a second', value: ours.rate },
        { what: 'graphile-worker', value: theirs.programMs, unit: 'ms of CPU a job' },
        { what: 'PostgreSQL', value: theirs.serverMs, unit: 'ms of CPU a job' },
        { what: 'jobs a second', value: theirs.rate },
        {
          what: "PostgreSQL's part against AI Horde's SQL with 1,000 queued, as stated in the design",
          value: ours.serverMs / AI_HORDE_SQL_MS,
          unit: 'x',
          atMost: 1 / 5,
        },
        { what: 'CPU against graphile-worker', value: total(ours) / total(theirs), unit: 'x', atMost: 1 },
      ],
    }
  } finally {
    await api.stop()
  }
}

interface Cost {
  programMs: number
  serverMs: number
  rate: number
}

async function measureOurs(api: OneApi, server: number): Promise<Cost> {
  const person = await signInRich(api)
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, person)))
  const order = () => person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
  await inParallel(JOBS, 8, order)
  const work = async (node: (typeof nodes)[number]) => {
    for (let job = await node.claim(0); job; job = await node.claim(0)) await node.finish(job)
  }
  return measured(api.pid, server, () => Promise.all(nodes.flatMap((node) => [work(node), work(node)])))
}

async function measureGraphile({ databaseUrl }: OneApi, server: number): Promise<Cost> {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl })
  await utils.migrate()
  await inParallel(JOBS, 8, () => utils.addJob('echo', { text: 'bench' }))
  // Connected before and after, so that what its backends use is seen.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 10, min: 10, idleTimeoutMillis: 0 })
  pgPool.on('error', () => {})
  await Promise.all(Array.from({ length: 10 }, () => pgPool.query('select pg_sleep(0.1)')))
  const figures = await measured(process.pid, server, () =>
    runOnce({
      pgPool,
      concurrency: 8,
      taskList: { echo: async () => {} },
      logger: new Logger(() => () => {}),
    }),
  )
  await pgPool.end()
  await utils.release()
  return figures
}

async function measured(program: number, server: number, work: () => Promise<unknown>): Promise<Cost> {
  const cpu = () => ({ program: cpuMsOf(program), server: postgresCpuMs(server) })
  const before = cpu()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = cpu()
  return {
    programMs: (after.program - before.program) / JOBS,
    serverMs: (after.server - before.server) / JOBS,
    rate: JOBS / seconds,
  }
}

async function inParallel(count: number, width: number, work: () => Promise<unknown>): Promise<void> {
  let next = 0
  const line = async () => {
    while (next++ < count) await work()
  }
  await Promise.all(Array.from({ length: width }, line))
}
