import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'

const database = await faultProxy(await createTestDatabase())
const { origin, deps } = await startTestApi({ env: { DATABASE_URL: database.url } })
const metrics = async () => (await fetch(`${origin}/metrics`)).text()

test('the metrics show the state of the database, the ledger, the queue and the nodes', async () => {
  await deps.db.execute(
    sql`update ledger_state set drift = 'an account is off', checked_at = now() - interval '1 minute'`,
  )
  const text = await metrics()
  expect(text).toContain('infra_database_up 1')
  expect(text).toContain('infra_ledger_drift 1')
  expect(text).toMatch(/^infra_ledger_checked_seconds 6\d/m)
  expect(text).toContain('infra_jobs_queued 0')
  expect(text).toContain('infra_queue_oldest_seconds 0')
  expect(text).toContain('infra_nodes_online 0')
  expect(text).toContain('infra_leases_lapsed_1h 0')
  expect(text).toContain('infra_event_streams 0')
  expect(text).toMatch(/^infra_database_connections\{state="open"\} [1-9]/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

test('serves the metrics without a database, and they show that it is down', async () => {
  await database.inject({ kind: 'refuse' })
  await expect.poll(metrics, { timeout: 10_000 }).toContain('infra_database_up 0')
  expect(await metrics()).not.toMatch(/^infra_jobs_queued /m)
  await database.restore()
  await expect.poll(metrics, { timeout: 10_000 }).toContain('infra_database_up 1')
})
