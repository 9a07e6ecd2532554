import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { costOf } from '../cost.ts'
import type { Curve } from '../draw-curve.ts'
import { percentile, rounded } from '../measure.ts'
import { startApi } from '../one-api.ts'
import type { Result } from '../results.ts'
import { type Server, startServer } from '../server.ts'
import { addRecent, type Filled, fillLedger, rewindCheck } from './fill-ledger.ts'

const FEW = 100_000
const SIZES = [1_000_000, 10_000_000]
const ROUNDS = 5

/** Between two runs. */
const RECENT = { jobs: 2_000, payers: 500, operators: 25 }

/** Runs the check in a separate process: an API process does other work meanwhile, which would be measured too. */
const PROGRAM = fileURLToPath(new URL('../../../apps/api/src/check-books.ts', import.meta.url))

const parts = { run: 'a run', recent: 'what came since', walk: 'the walk' } as const
type Part = keyof typeof parts

interface Network {
  server: Server
  program: ChildProcess
  failed: Promise<never>
  filled: Filled
}

/**
 * Measures the CPU that the check of the books takes in the program and PostgreSQL as the ledger grows. The reference, in the same run: a
 * second ledger with 100,000 lines, checked in turn with the first.
 */
export async function books(): Promise<Result> {
  const networks: Network[] = []
  try {
    for (let count = 0; count < 2; count++) networks.push(await openNetwork())
    const [few, many] = networks as [Network, Network]
    await growTo(few, FEW)
    const lines = new Map<Part, Curve['lines'][number]>()
    for (const part of Object.keys(parts) as Part[])
      lines.set(part, { name: parts[part], points: [[FEW, 1]] })
    for (const size of SIZES) {
      await growTo(many, size)
      for (const [part, { points }] of lines) points.push([size, await compare(few, many, part)])
    }
    return resultOf([...lines.values()])
  } finally {
    for (const { server, program } of networks) {
      program.kill()
      await server.stop()
    }
  }
}

async function openNetwork(): Promise<Network> {
  const server = await startServer()
  // This creates the tables.
  await (await startApi(server)).stop()
  // Otherwise autovacuum could start at any moment and be measured.
  await server.database.query('alter system set autovacuum = off')
  await server.database.query('select pg_reload_conf()')
  const program = fork(PROGRAM, { env: { ...process.env, DATABASE_URL: server.databaseUrl } })
  await once(program, 'message')
  const failed = once(program, 'exit').then(() => Promise.reject(new Error('The check of the books failed.')))
  failed.catch(() => {})
  return { server, program, failed, filled: { lines: 0, accounts: 0, jobs: 0 } }
}

async function growTo(network: Network, lines: number): Promise<void> {
  const { database } = network.server
  network.filled = await fillLedger(database, network.filled, lines)
  await addRecent(database, network.filled, RECENT)
}

async function requestPart({ program, failed }: Network, part: Part): Promise<void> {
  program.send(part)
  const [{ found }] = await Promise.race([once(program, 'message'), failed])
  if (found?.length > 0) throw new Error(found.join('\n'))
}

/**
 * Measures both in turn: the walk once from the middle of the entries and once from the middle of the accounts, which are two kinds of work.
 * The first round only warms up. Returns the mean of both kinds, each the median of the other rounds.
 */
async function compare(few: Network, many: Network, part: Part): Promise<number> {
  const costs = { few: 0, many: 0 }
  for (const walk of ['entries', 'accounts'] as const) {
    const measured: { few: number; many: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      measured.push({ few: await costOfPart(few, part, walk), many: await costOfPart(many, part, walk) })
    }
    for (const network of ['few', 'many'] as const) {
      const median = percentile(
        measured.slice(1).map((cost) => cost[network]),
        0.5,
      )
      costs[network] += median / 2
    }
  }
  const ratio = costs.many / costs.few
  console.log(
    `${many.filled.lines}: ${parts[part]} ${rounded(costs.many)} ms against ${rounded(costs.few)} ms, ${ratio.toFixed(2)} x`,
  )
  return ratio
}

/** CPU milliseconds of the program and PostgreSQL. */
async function costOfPart(network: Network, part: Part, walk: 'entries' | 'accounts'): Promise<number> {
  const { server, program, filled } = network
  await rewindCheck(server.database, filled, walk)
  const cost = await costOf({ jobs: 1, program: program.pid!, server: server.postmaster }, () =>
    requestPart(network, part),
  )
  return cost.programMs + cost.serverMs
}

function resultOf(lines: Curve['lines']): Result {
  return {
    figures: lines.map(({ name, points }) => ({
      what: name,
      value: points.at(-1)![1],
      unit: 'x',
      atMost: 1.3,
    })),
    curves: [
      {
        name: 'books',
        title: 'What a check of the books costs as the ledger becomes longer',
        across: 'lines in the ledger',
        up: 'times what it costs with 100,000',
        lines,
      },
    ],
  }
}
