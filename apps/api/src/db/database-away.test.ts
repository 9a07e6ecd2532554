import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoint } from '@infra/protocol/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { createTestDatabase } from '../test/database.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { connect, FOR_LONG_WORK } from './client.ts'
import { isDatabaseAway } from './database-away.ts'
import { transaction } from './transaction.ts'

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

const databaseUrl = await createTestDatabase()
const database = await faultProxy(databaseUrl)
const { origin, logs, deps } = await startTestApi({ addRoutes, env: { DATABASE_URL: database.url } })
const get = ({ path }: { path: string }) => readAnswer(fetch(`${origin}/api${path}`))
const away = { status: 503, code: 'dependency_unavailable' } as const

afterEach(async () => {
  await database.restore()
  // A cut connection may show only when it is used, which gives one more 503.
  await expect.poll(async () => (await get(ask)).status).toBe(204)
})

test('[C35] answers callers with a time to retry while the database refuses connections, and serves them when it is back', async () => {
  expect((await get(ask)).status).toBe(204)

  await database.inject({ kind: 'refuse' })
  for (let times = 0; times < 3; times++) {
    const answer = await get(ask)
    expectRefusal(answer, away)
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect(logs).toContainEqual(expect.objectContaining({ level: 40, msg: 'a dependency is away' }))

  await database.restore()
  expect((await get(ask)).status).toBe(204)
})

test('[C35] answers 503 to a call whose query was running when the database went away', async () => {
  const answer = get(sleep)
  await expect
    .poll(async () => {
      const { rows } = await deps.db.execute(
        sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`,
      )
      return rows.length
    })
    .toBe(1)

  await database.inject({ kind: 'refuse' })

  expectRefusal(await answer, away)
})

test('[C35] a database that accepts connections but does not respond counts as away', async () => {
  const silent = await faultProxy(databaseUrl)
  await silent.inject({ kind: 'blackhole' })
  const { db, close } = connect(silent.url, () => {})
  expect(isDatabaseAway(await db.execute(sql`select 1`).catch((cause) => cause))).toBe(true)
  await close()
})

test('[C35] a database that stops responding in the middle of a transaction counts as away', async () => {
  const proxy = await faultProxy(databaseUrl)
  const { db, close } = connect(proxy.url, () => {}, { silentMs: 200 })
  const work = transaction(db, async (tx) => {
    await tx.execute(sql`select 1`)
    await proxy.inject({ kind: 'blackhole' })
    await tx.execute(sql`select 1`)
  })
  expect(isDatabaseAway(await work.catch((cause) => cause))).toBe(true)

  await proxy.restore()
  // This uses a new connection.
  await db.execute(sql`select 1`)
  await close()
})

test('[C35] a connection that breaks between two statements of a transaction does not end the process', async () => {
  const proxy = await faultProxy(databaseUrl)
  const { db, close } = connect(proxy.url, () => {})
  const work = transaction(db, async (tx) => {
    await tx.execute(sql`select 1`)
    await proxy.inject({ kind: 'reset' })
    // Time to notice, without a query.
    await wait(100)
    await tx.execute(sql`select 1`)
  })
  expect(isDatabaseAway(await work.catch((cause) => cause))).toBe(true)
  await close()
})

test('[C35] transactions that fail to begin do not use up the pool', async () => {
  const proxy = await faultProxy(databaseUrl)
  const { db, close } = connect(proxy.url, () => {}, { silentMs: 200, connections: 10 })
  // One more than there are connections.
  for (let times = 0; times < 11; times++) {
    await db.execute(sql`select 1`)
    await proxy.inject({ kind: 'blackhole' })
    await expect(transaction(db, (tx) => tx.execute(sql`select 1`))).rejects.toThrow()
    await proxy.restore()
  }
  await db.execute(sql`select 1`)
  await close()
})

test('[finding X5] a call on an unresponsive connection fails long before the timeout of long work', async () => {
  const proxy = await faultProxy(databaseUrl)
  const { pool, db, close } = connect(proxy.url, () => {})
  const longWork = connect(proxy.url, () => {}, FOR_LONG_WORK)
  await Promise.all([db.execute(sql`select 1`), longWork.db.execute(sql`select 1`)])
  const silenceOf = async (from: pg.Pool) => {
    const client = await from.connect()
    const { timeout } = (client as unknown as { connection: { stream: Socket } }).connection.stream
    client.release()
    return timeout
  }
  expect([await silenceOf(pool), await silenceOf(longWork.pool)]).toEqual([5_000, 17_000])
  const show = async (from: typeof db) =>
    (await from.execute<{ statement_timeout: string }>(sql`show statement_timeout`)).rows[0]!
      .statement_timeout
  expect([await show(db), await show(longWork.db)]).toEqual(['4500ms', '15s'])

  await proxy.inject({ kind: 'blackhole' })
  let isLongWorkOver = false
  const longer = longWork.db.execute(sql`select 1`).then(
    () => {},
    () => {},
  )
  longer.then(() => {
    isLongWorkOver = true
  })
  expect(isDatabaseAway(await db.execute(sql`select 1`).catch((cause) => cause))).toBe(true)
  expect(isLongWorkOver).toBe(false)
  await proxy.restore()
  await longer
  await Promise.all([close(), longWork.close()])
})

test('a file or program that is missing does not mean that the database is away', async () => {
  const missing = join(import.meta.dirname, 'nothing')
  const errors = [await open(missing).catch((error) => error), spawnSync(missing).error]
  expect(errors).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }])
  expect(errors.filter(isDatabaseAway)).toEqual([])
})

test('[C35] a statement that PostgreSQL cannot run is an internal error, not an absent database', async () => {
  expectRefusal(await get(mistake), { status: 500, code: 'internal_error' })
})
