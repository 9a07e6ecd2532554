import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import pg from 'pg'
import { expect, test } from 'vitest'
import { missingReports, noAnswers, writeReports } from '../test/report-writers.ts'
import { spawnStack } from '../test/spawned-stack.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run chaos` runs more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 2)

const DEADLINE_MS = 30_000

/** `CHAOS_SABOTAGE=1` lets PostgreSQL acknowledge before it has written: then this test must fail. */
const SABOTAGE: Record<string, string> = process.env.CHAOS_SABOTAGE
  ? { PGOPTIONS: '-c synchronous_commit=off' }
  : {}

test(`survives ${ROUNDS} rounds of kill -9 of everything, at start and at run time, and loses nothing acknowledged`, {
  retry: 0,
  timeout: ROUNDS * 60_000,
}, async () => {
  const folder = await temporaryFolder()
  const env = {
    ...SABOTAGE,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    // Each report comes from another address, so that the rate limit does not stop the flood.
    TRUST_PROXY: '127.0.0.1',
  }
  const answers = noAnswers()
  const { acknowledged } = answers
  const prefix = `http://127.0.0.1:${env.PORT}/api`

  for (let round = 0; round < ROUNDS; round++) {
    const starting = spawnStack(env)
    await sleep(Math.random() * 1200)
    await starting.killTree()

    const running = spawnStack(env)
    await running.ready()
    expect(await missing(folder, acknowledged)).toEqual([])
    const flood = new AbortController()
    const writers = Array.from({ length: 4 }, () =>
      writeReports(prefix, answers, { signal: flood.signal, deadlineMs: DEADLINE_MS }),
    )
    await sleep(300 + Math.random() * 700)
    await running.killTree()
    flood.abort()
    await Promise.all(writers)
  }

  const last = spawnStack(env)
  await last.ready()
  expect(await missing(folder, acknowledged)).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  last.process.kill('SIGTERM')
  expect(await last.exited).toBe(0)
})

async function missing(folder: string, ids: string[]): Promise<string[]> {
  const cluster = join(folder, 'postgres', 'cluster')
  const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
  const password = await readFile(join(cluster, 'infra-password'), 'utf8')
  const client = new pg.Client(`postgresql://infra:${password}@127.0.0.1:${port}/postgres`)
  await client.connect()
  const lost = await missingReports(client, ids)
  await client.end()
  return lost
}
