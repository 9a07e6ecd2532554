import { submitJob } from '@infra/protocol/jobs'
import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker'
import pg from 'pg'
import { signInRich, startHandNode } from './callers.ts'
import { cpuMsOf, postgresCpuMs } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'

const JOBS = 1_500
const NODES = 4

/**
 * CPU of claiming and completing a job: ours over HTTP, with lease, ledger and two signatures, in the API process and
 * PostgreSQL; the reference is graphile-worker's single fetch on the same server, in its worker and PostgreSQL.
 */
export async function queue(): Promise<string> {
  const api = await startOneApi()
  try {
    const server = api.postmaster
    const ours = await measureOurs(api, server)
    const theirs = await measureGraphile(api, server)
    console.log(`ours: ${inWords(ours)}`)
    console.log(`graphile-worker: ${inWords(theirs)}`)
    return `claim + complete CPU / graphile-worker = ${(cpuMs(ours) / cpuMs(theirs)).toFixed(2)}`
  } finally {
    await api.stop()
  }
}

interface Figures {
  programMs: number
  serverMs: number
  rate: number
}

const cpuMs = ({ programMs, serverMs }: Figures) => programMs + serverMs

const inWords = (figures: Figures) =>
  `${cpuMs(figures).toFixed(2)} ms CPU a job (program ${figures.programMs.toFixed(2)}, PostgreSQL ${figures.serverMs.toFixed(2)}), ${figures.rate.toFixed(0)} jobs/s on the wall`

async function measureOurs(api: OneApi, server: number): Promise<Figures> {
  const person = await signInRich(api)
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startHandNode(api, person)))
  const order = () => person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
  await inParallel(JOBS, 8, order)
  const work = async (node: (typeof nodes)[number]) => {
    for (let job = await node.claim(0); job; job = await node.claim(0)) await node.finish(job)
  }
  return measured(api.pid, server, () => Promise.all(nodes.flatMap((node) => [work(node), work(node)])))
}

async function measureGraphile({ databaseUrl }: OneApi, server: number): Promise<Figures> {
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

async function measured(program: number, server: number, work: () => Promise<unknown>): Promise<Figures> {
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
