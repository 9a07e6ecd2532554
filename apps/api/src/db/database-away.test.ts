import { endpoint } from '@infra/protocol/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { createTestDatabase } from '../test/database.ts'
import { databaseProxy } from '../test/database-proxy.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { stage } from '../test/stage.ts'
import { isDatabaseAway } from './database-away.ts'

const ask = endpoint({
  method: 'GET',
  path: '/test/question',
  summary: 'Ask the database.',
  caller: 'anyone',
  response: null,
  refusals: [],
})
const sleep = endpoint({ ...ask, path: '/test/long-question' })
const mistake = endpoint({ ...ask, path: '/test/mistake' })

function addRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(api, deps, ask, async () => void (await db.execute(sql`select 1`)))
  route(api, deps, sleep, async () => void (await db.execute(sql`select pg_sleep(20)`)))
  route(api, deps, mistake, async () => void (await db.execute(sql`select * from no_such_table`)))
}

const database = await databaseProxy(await createTestDatabase())
const { origin, logs, deps } = await stage({ addRoutes, env: { DATABASE_URL: database.url } })
const get = ({ path }: { path: string }) => readAnswer(fetch(`${origin}/api${path}`))
const away = { status: 503, code: 'dependency_unavailable' } as const

afterEach(async () => {
  await database.restore()
  // A connection that was cut may be found out only by using it: one more 503, then all is well.
  await expect.poll(async () => (await get(ask)).status).toBe(204)
})

test('[C35] while the database refuses connections callers are told to come back, and then are served by the same process', async () => {
  expect((await get(ask)).status).toBe(204)

  await database.cut()
  for (let times = 0; times < 3; times++) {
    const answer = await get(ask)
    expectRefusal(answer, away)
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect(logs).toContainEqual(expect.objectContaining({ level: 40, msg: 'a dependency is away' }))

  await database.restore()
  expect((await get(ask)).status).toBe(204)
})

test('[C35] a question under way when the database goes is answered too', async () => {
  const answer = get(sleep)
  await expect
    .poll(async () => {
      const { rows } = await deps.db.execute(
        sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`,
      )
      return rows.length
    })
    .toBe(1)

  await database.cut()

  expectRefusal(await answer, away)
})

test('[C35] a database that takes connections and says nothing is away as well', async () => {
  // A process that has no connection yet.
  const fresh = await stage({ addRoutes, env: { DATABASE_URL: database.url } })
  database.fallSilent()
  expectRefusal(await readAnswer(fetch(`${fresh.origin}/api${ask.path}`)), away)
  await database.cut()
})

test('[C35] a database that falls silent in the middle of a conversation is away, not wrong', async () => {
  const pool = new pg.Pool({ connectionString: database.url, query_timeout: 200 })
  pool.on('error', () => {})
  await pool.query('select 1')
  database.fallSilent()
  const error = await pool.query('select 1').catch((cause) => cause)
  expect(isDatabaseAway(error)).toBe(true)
  await database.cut()
  await pool.end()
})

test('[C35] a statement that PostgreSQL cannot run is our mistake, not its absence', async () => {
  expectRefusal(await get(mistake), { status: 500, code: 'internal_error' })
})
