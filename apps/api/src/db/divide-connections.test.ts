import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { onFinished } from '../test/on-finished.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { CONNECTIONS_MIN, divideConnections } from './divide-connections.ts'

test.each([
  { total: CONNECTIONS_MIN, connections: { calls: 2, longWork: 1 } },
  { total: 8, connections: { calls: 6, longWork: 1 } },
  { total: 14, connections: { calls: 10, longWork: 3 } },
  { total: 41, connections: { calls: 37, longWork: 3 } },
])('divides $total connections between calls, long work and one listener', ({ total, connections }) => {
  expect(divideConnections(total)).toEqual(connections)
})

test('a process with the fewest connections answers 50 calls at once, and never opens more connections', async () => {
  const { deps, origin } = await startTestApi({ env: { DATABASE_CONNECTIONS: String(CONNECTIONS_MIN) } })
  const watcher = new pg.Client(deps.config.databaseUrl)
  await watcher.connect()
  onFinished(() => watcher.end())
  const counts: number[] = []
  const count = async () => {
    const { rows } = await watcher.query<{ open: number }>(
      // PostgreSQL's own workers, such as that of autovacuum, come and go.
      `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    counts.push(rows[0]!.open)
  }
  // The pools decide how many are open at a given moment: what counts is that all are used, and never one more.
  await eventually(async () => {
    const longWork = Array.from({ length: 5 }, () => deps.longWorkDb.execute(sql`select pg_sleep(0.1)`))
    const calls = Array.from({ length: 50 }, () => fetch(`${origin}/readyz`).then(({ status }) => status))
    for (let times = 0; times < 20; times++) await count()
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
    await Promise.all(longWork)
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(CONNECTIONS_MIN)
  })
  await count()
  expect(Math.max(...counts)).toBe(CONNECTIONS_MIN)
})
