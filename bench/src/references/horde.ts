import pg from 'pg'
import { costOf, inParallel } from '../cost.ts'
import type { Server } from '../server.ts'
import { pop, submit } from './horde-sql.ts'
import { addLaterIndexes, createHordeTables, fillHorde } from './horde-tables.ts'

const CONCURRENCY = 8
const WARM_UP = 80

interface Replay {
  /** How many wait, in the middle of the measurement. */
  queued: number
  jobs: number
  /** With the indexes that its later versions have. */
  later: boolean
}

/** CPU milliseconds of PostgreSQL for a pop and a submit of AI Horde's SQL. */
export async function hordeMs(
  { database, databaseUrl, postmaster }: Server,
  { queued, jobs, later }: Replay,
): Promise<number> {
  await database.query('create database horde')
  const url = new URL(databaseUrl)
  url.pathname = '/horde'
  const sessions = await Promise.all(Array.from({ length: CONCURRENCY }, () => connect(url)))
  try {
    const first = sessions[0]!
    await createHordeTables(first)
    if (later) await addLaterIndexes(first)
    const workers = await fillHorde(first, { workers: CONCURRENCY, queued: queued + WARM_UP + jobs / 2 })
    const work = async (line: number) => {
      await submit(sessions[line]!, await pop(sessions[line]!, workers[line]!))
    }
    await inParallel(WARM_UP, CONCURRENCY, work)
    const measured = { jobs, program: process.pid, server: postmaster }
    const { serverMs } = await costOf(measured, () => inParallel(jobs, CONCURRENCY, work))
    await checkAllDone(first, WARM_UP + jobs)
    return serverMs
  } finally {
    await Promise.all(sessions.map((session) => session.end()))
    await database.query('drop database horde')
  }
}

async function connect(url: URL): Promise<pg.Client> {
  const session = new pg.Client(url.href)
  await session.connect()
  return session
}

/** Makes sure that the replay did all of the work it is measured for. */
async function checkAllDone(session: pg.Client, jobs: number): Promise<void> {
  const { rows } = await session.query<{ handedOut: number; done: number; recorded: number }>(
    `select (select count(*)::int from waiting_prompts where n = 0 and consumed_kudos > 0) as "handedOut",
      (select count(*)::int from processing_gens where generation is not null) as done,
      (select count(*)::int from text_gen_stats) as recorded`,
  )
  const { handedOut, done, recorded } = rows[0]!
  if (handedOut !== jobs || done !== jobs || recorded !== jobs)
    throw new Error(
      `${jobs} were replayed, but ${handedOut} handed out, ${done} done and ${recorded} recorded.`,
    )
}
