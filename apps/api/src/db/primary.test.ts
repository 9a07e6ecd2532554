import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyAsStandby } from '@infra/postgres/copy-as-standby'
import { startPostgres } from '@infra/postgres/start-postgres'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startNotifications } from '../notifications/notifications.ts'
import { createTestDatabase } from '../test/database.ts'
import { onFinished } from '../test/on-finished.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { type Connection, connect, type Db } from './client.ts'
import { isDatabaseAway } from './database-away.ts'

async function portOf(db: Db): Promise<number> {
  const { rows } = await db.execute<{ port: number }>(sql`select inet_server_port() as port`)
  return rows[0]!.port
}

function connected(url: string): Connection {
  const connection = connect(url, () => {})
  onFinished(connection.close)
  return connection
}

/** Combines the hosts of several URLs into the first URL. */
function several(...urls: string[]): string {
  const hosts = urls.map((url) => new URL(url).host)
  return urls[0]!.replace(hosts[0]!, hosts.join(','))
}

const shared = await mkdtemp(join(tmpdir(), 'infra-primary-'))
await chmod(shared, 0o755)
const first = await startPostgres({ folder: join(shared, 'first') })
await first.stop()
const primary = await startPostgres({ folder: join(shared, 'first'), port: first.port })
await copyAsStandby({ stopped: first.folder, folder: join(shared, 'second'), primaryPort: first.port })
const standby = await startPostgres({ folder: join(shared, 'second') })
const proxies = [await faultProxy(primary.url), await faultProxy(standby.url)] as const
onFinished(async () => {
  await Promise.all([primary.stop(), standby.stop()])
  await rm(shared, { recursive: true })
})

test('of several servers, uses the one that accepts writes, wherever it is in the URL', async () => {
  expect(await portOf(connected(several(standby.url, primary.url)).db)).toBe(primary.port)
})

test('skips a server that refuses connections, and counts the database as away if none accepts writes', async () => {
  const database = await createTestDatabase()
  const gone = await faultProxy(database)
  const { db } = connected(several(gone.url, database))
  await gone.inject({ kind: 'refuse' })
  await db.execute(sql`select 1`)
  const standbyAlone = connected(several(standby.url, gone.url))
  expect(isDatabaseAway(await portOf(standbyAlone.db).catch((error) => error))).toBe(true)
})

test('does not reuse a connection that no longer accepts writes', async () => {
  const { db, pool } = connect(await createTestDatabase(), () => {}, { connections: 1 })
  onFinished(() => pool.end())
  const pidOf = async () => (await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]!.pid
  await db.execute(sql`set default_transaction_read_only = on`)
  const pid = await pidOf()
  const refused = await db.execute(sql`create table t (id int)`).catch((error) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  await expect.poll(pidOf).not.toBe(pid)
  await db.execute(sql`create table t (id int)`)
})

test('after a promotion, moves connections and listeners to the new primary, and never back to the old one', {
  retry: 0,
}, async () => {
  const url = several(proxies[0].url, proxies[1].url)
  const { db } = connected(url)
  const notifications = startNotifications(url, () => {})
  onFinished(notifications.close)
  const reconnections: number[] = []
  await new Promise<void>((resolve) => {
    notifications.subscribe('reconnected', () => {
      reconnections.push(Date.now())
      resolve()
    })
  })
  expect(await portOf(db)).toBe(primary.port)

  await connected(standby.url).db.execute(sql`select pg_promote()`)
  // Both accept writes now, and the connections to the old primary work: only its timeline shows that it's old.
  await expect.poll(() => portOf(db).catch(() => undefined)).toBe(standby.port)
  await expect.poll(() => reconnections.length).toBeGreaterThan(1)

  await proxies[1].inject({ kind: 'refuse' })
  await expect.poll(async () => isDatabaseAway(await portOf(db).catch((error) => error))).toBe(true)
  // The new one is gone, and the old one is back; its data is old, so we don't go back to it.
  for (let times = 0; times < 3; times++)
    expect(isDatabaseAway(await portOf(db).catch((error) => error))).toBe(true)
  await proxies[1].restore()
  await expect.poll(() => portOf(db).catch(() => undefined)).toBe(standby.port)
})
