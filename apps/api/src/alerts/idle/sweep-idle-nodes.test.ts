import { listAlerts } from '@infra/protocol/alerts/node-alerts'
import { updateNode } from '@infra/protocol/nodes'
import { createWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { rowOf } from '../../test/echo.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../../test/node.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { sweepAlerts } from '../sweep-alerts.ts'
import { sweepIdleNodes } from './sweep-idle-nodes.ts'

const api = await startTestApi()
const { deps } = api
const { db } = deps
api.clock.now = new Date()
await liftRateLimits(deps)

const idOf = ({ id }: TestNode) => id.toLowerCase()

/** Sweeps as if an hour had passed since the last sweep. */
async function sweep(): Promise<void> {
  await db.execute(
    sql`update alert_watch set idle_swept_at = now() - interval '2 hours', swept_at = now() - interval '10 seconds'`,
  )
  await sweepIdleNodes(deps)
  await sweepAlerts(deps)
}

/** The node has accepted jobs for this many days, and finished two per hour until four hours ago. */
async function workUntilLately(node: TestNode, days: number): Promise<void> {
  await sweepIdleNodes(deps)
  await db.execute(
    sql`update available_nodes set since = now() - make_interval(days => ${days}) where node_id = ${idOf(node)}`,
  )
  await db.execute(sql`
    insert into stats_hours (hour, app_id, node_id, finished, failed, run_buckets, wait_buckets, credits, account)
    select date_trunc('hour', now(), 'UTC') - make_interval(hours => ago), 'echo', ${idOf(node)}, 2, 0, '{}', '{}', 2, 0
    from generate_series(5, ${days * 24}::int) ago`)
}

const finishOne = (node: TestNode) =>
  db.execute(sql`
    insert into stats_hours (hour, app_id, node_id, finished, failed, run_buckets, wait_buckets, credits, account)
    values (date_trunc('hour', now(), 'UTC'), 'echo', ${idOf(node)}, 1, 0, '{}', '{}', 1, 0)`)

const alertsOf = async ({ operator }: TestNode) => (await operator.call(listAlerts)).items
const messagesTo = ({ operator }: TestNode) =>
  rowOf(
    deps,
    sql`select count(*)::int as count from webhook_messages where address = ${operator.address.toLowerCase()}`,
  )

test('sends one alert with the reason when a node has had no jobs for unusually long, and one when it gets a job', async () => {
  const node = await startNode(api)
  const quiet = await startNode(api)
  const body = { url: 'https://example.org/hook', events: ['node.alert', 'node.alert_over'] as const }
  await node.operator.call(createWebhook, { body: { ...body, events: [...body.events] } })
  await workUntilLately(node, 9)
  for (let time = 0; time < 3; time++) await sweep()
  // The hour may change during the test.
  const reason = expect.stringMatching(
    /^Nobody ordered any of its apps in the last [345] hours\. In the same hours it usually gets about (6|8|10)\.$/,
  )
  expect(await alertsOf(node)).toMatchObject([{ kind: 'idle', reason, overAt: null, isUnsteady: false }])
  expect(await alertsOf(quiet)).toEqual([])
  await finishOne(node)
  for (let time = 0; time < 3; time++) await sweep()
  expect(await alertsOf(node)).toMatchObject([{ kind: 'idle', overAt: expect.any(Date), isDropped: false }])
  expect(await messagesTo(node)).toEqual({ count: 2 })
})

test("alerts after a day, with the matcher's reason, if a node can get no jobs at all, and drops it in maintenance", async () => {
  const node = await startNode(api, { apps: [{ id: 'cut-out', version: 999 }] })
  await sweepIdleNodes(deps)
  const taking = (hours: number) =>
    db.execute(
      sql`update available_nodes set since = now() - make_interval(hours => ${hours}) where node_id = ${idOf(node)}`,
    )
  await taking(22)
  await sweep()
  expect(await alertsOf(node)).toEqual([])
  await taking(27)
  await sweep()
  const reason = 'Its agent is older than the catalogue. Update it.'
  expect(await alertsOf(node)).toMatchObject([{ kind: 'idle', reason, overAt: null }])

  await node.operator.call(updateNode, { params: { id: node.id as Hex }, body: { maintenance: true } })
  await sweep()
  expect(await alertsOf(node)).toMatchObject([{ overAt: expect.any(Date), isDropped: true }])
})

test("restarts a node's idle time when it has been away in between", async () => {
  const node = await startNode(api)
  await workUntilLately(node, 9)
  await db.execute(sql`update nodes set away = 'hours' where id = ${idOf(node)}`)
  await sweep()
  await db.execute(sql`update nodes set away = null where id = ${idOf(node)}`)
  await sweep()
  expect(await alertsOf(node)).toEqual([])
})
