import { listAlerts } from '@infra/protocol/alerts/node-alerts'
import { subscribeToPush } from '@infra/protocol/jobs/push'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { endNodeSession, removeNode, updateNode } from '@infra/protocol/nodes'
import { createWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { createLogger } from '../http/logger.ts'
import { sendPushes } from '../push/send-pushes.ts'
import { rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { onFinished } from '../test/on-finished.ts'
import type { Person } from '../test/person.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { startPushService, subscribeBrowser } from '../test/servers/push-service.ts'
import { startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { startWebhookSender } from '../webhooks/send-webhooks.ts'
import { sweepAlerts } from './sweep-alerts.ts'

const OPEN = { OUTBOUND_ALLOW: '127.0.0.0/8' }
const api = await startTestApi({ env: OPEN })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)
const sender = startWebhookSender(deps, createLogger(deps.config, { write: () => {} }))
onFinished(() => sender.close())
// Pretend that nodes have been watched for a day.
await deps.db.execute(sql`update alert_watch set watching_since = now() - interval '1 day'`)

/** Pretends that the last sweep was a while ago, but not so long that it counts as a gap. */
const makeDue = () => deps.db.execute(sql`update alert_watch set swept_at = now() - interval '10 seconds'`)

async function sweep(): Promise<void> {
  await makeDue()
  await sweepAlerts(deps)
}

const idOf = ({ id }: TestNode) => id.toLowerCase()

/** Pretends that the node made its last call this many seconds ago. */
const silence = (node: TestNode, seconds: number) =>
  deps.db.execute(
    sql`update nodes set last_seen_at = now() - make_interval(secs => ${seconds}) where id = ${idOf(node)}`,
  )

const alertsOf = async ({ call }: Person) => (await call(listAlerts)).items

test('sends one alert when a killed node has been offline for nearly three minutes, and one when it is back', async () => {
  const node = await startNode(api)
  const { operator } = node
  const service = await startPushService()
  const browser = subscribeBrowser(service.origin)
  await operator.call(subscribeToPush, { body: { ...browser.subscription, about: ['nodes'] } })
  const { received, url } = await startWebhookReceiver()
  await operator.call(createWebhook, { body: { url, events: ['node.alert', 'node.alert_over'] } })
  const pushed = () => service.received.map(({ body }) => JSON.parse(browser.decrypt(body)))
  const send = () => sendPushes(deps, { warn: () => {} })

  await silence(node, 155)
  await sweep()
  expect(await alertsOf(operator)).toEqual([])

  await silence(node, 170)
  for (let time = 0; time < 3; time++) await sweep()
  const [alert, ...others] = await alertsOf(operator)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'offline', node: { id: node.id }, isUnsteady: false, overAt: null })
  await send()
  expect(pushed()).toMatchObject([
    { alertId: alert!.id, isOver: false, title: `${alert!.node.name} is offline` },
  ])
  await eventually(() => expect(received).toHaveLength(1))

  await node.signIn()
  for (let time = 0; time < 3; time++) await sweep()
  expect(await alertsOf(operator)).toMatchObject([{ id: alert!.id, overAt: expect.any(Date) }])
  await send()
  expect(pushed()).toMatchObject([{ isOver: false }, { alertId: alert!.id, isOver: true }])
  await eventually(() => expect(received).toHaveLength(2))
  const facts = { id: alert!.id, kind: 'offline', node: alert!.node, reason: null, unsteady: false }
  const events = received.map(({ event }) => event).toSorted((a, b) => a.type.localeCompare(b.type))
  expect(events).toMatchObject([
    { type: 'node.alert', data: { ...facts, overAt: null } },
    { type: 'node.alert_over', data: { ...facts, overAt: expect.any(String) } },
  ])
})

test('sends three messages for a flapping node, and a fourth once it has been stable for hours', async () => {
  const node = await startNode(api)
  const { received, url } = await startWebhookReceiver()
  await node.operator.call(createWebhook, { body: { url, events: ['node.alert', 'node.alert_over'] } })
  for (let flap = 0; flap < 10; flap++) {
    await silence(node, 190)
    await sweep()
    await node.signIn()
    await sweep()
  }
  expect(await alertsOf(node.operator)).toMatchObject([
    { isUnsteady: true, calmSince: expect.any(Date), overAt: null },
    { isUnsteady: false, overAt: expect.any(Date) },
  ])
  await deps.db.execute(
    sql`update node_alerts set calm_since = now() - interval '6 hours' where node_id = ${idOf(node)} and calm_since is not null`,
  )
  await sweep()
  await sweep()
  await eventually(() => expect(received).toHaveLength(4))
  expect(received.filter(({ event }) => event.type === 'node.alert')).toHaveLength(2)
})

test('does not count a node as offline for the time in which no sweep ran', async () => {
  const node = await startNode(api)
  await silence(node, 600)
  await deps.db.execute(sql`update alert_watch set swept_at = now() - interval '10 minutes'`)
  await sweepAlerts(deps)
  await sweep()
  expect(await alertsOf(node.operator)).toEqual([])
  await deps.db.execute(sql`update alert_watch set watching_since = now() - interval '1 day'`)
  await sweep()
  expect(await alertsOf(node.operator)).toMatchObject([{ kind: 'offline' }])
})

test('alerts only the operator of a pause or suspension, with its reason, and ends the alert when it is lifted', async () => {
  const node = await startNode(api)
  const stranger = await startNode(api)
  await deps.db.execute(sql`
    update nodes set paused_until = now() + interval '10 minutes', paused_reason = '5 of its last 20 jobs failed.',
      suspended_because = 'Copied results.' where id = ${idOf(node)}`)
  await sweep()
  const kinds = (await alertsOf(node.operator)).map(({ kind, reason, overAt }) => [
    kind,
    reason,
    overAt === null,
  ])
  expect(kinds.toSorted()).toEqual([
    ['failing', '5 of its last 20 jobs failed.', true],
    ['suspended', 'Copied results.', true],
  ])
  expect(await alertsOf(stranger.operator)).toEqual([])
  expect((await node.operator.call(exportMe)).alerts).toHaveLength(2)

  await deps.db.execute(
    sql`update nodes set paused_until = now(), suspended_because = null where id = ${idOf(node)}`,
  )
  await sweep()
  expect((await alertsOf(node.operator)).map(({ overAt }) => overAt)).toEqual([
    expect.any(Date),
    expect.any(Date),
  ])
})

test('sends one alert when a node lacks disk space, and one when it has space to spare again', async () => {
  const node = await startNode(api, { disk: { freeMb: 150, neededMb: 400 } })
  const { received, url } = await startWebhookReceiver()
  await node.operator.call(createWebhook, { body: { url, events: ['node.alert', 'node.alert_over'] } })
  for (let time = 0; time < 3; time++) await sweep()
  const reason = 'It has 150 MB of free disk space and needs 400 MB.'
  expect(await alertsOf(node.operator)).toMatchObject([{ kind: 'disk', reason, overAt: null }])
  await node.signIn({ disk: { freeMb: 420, neededMb: 400 } })
  await sweep()
  expect(await alertsOf(node.operator)).toMatchObject([{ overAt: null }])
  await node.signIn({ disk: { freeMb: 600, neededMb: 400 } })
  for (let time = 0; time < 3; time++) await sweep()
  expect(await alertsOf(node.operator)).toMatchObject([{ kind: 'disk', overAt: expect.any(Date) }])
  await eventually(() => expect(received).toHaveLength(2))
})

test('sends nothing about a node that is stopped, removed or in maintenance, and deletes alerts with the account', async () => {
  const stopped = await startNode(api)
  const { operator } = stopped
  await stopped.call(endNodeSession)
  const resting = await startNode(api, { operator })
  const removed = await startNode(api, { operator })
  await silence(resting, 200)
  await silence(removed, 200)
  await sweep()
  expect((await alertsOf(operator)).map(({ node }) => node.id).toSorted()).toEqual(
    [resting.id, removed.id].toSorted(),
  )
  const { received, url } = await startWebhookReceiver()
  await operator.call(createWebhook, {
    body: { url, events: ['node.alert', 'node.alert_over', 'job.finished'] },
  })
  await operator.call(updateNode, { params: { id: resting.account.address }, body: { maintenance: true } })
  await operator.call(removeNode, { params: { id: removed.account.address } })
  await sweep()
  expect(await alertsOf(operator)).toMatchObject([{ node: { id: resting.id }, overAt: expect.any(Date) }])
  const messages = await rowOf(
    deps,
    sql`select count(*)::int as count from webhook_messages where address = ${operator.address.toLowerCase()}`,
  )
  expect(messages).toEqual({ count: 0 })
  expect(received).toEqual([])

  await operator.call(deleteMe)
  const kept = await rowOf(
    deps,
    sql`select count(*)::int as count from node_alerts where operator = ${operator.address.toLowerCase()}`,
  )
  expect(kept).toEqual({ count: 0 })
})

/** The node's stored alerts, and the messages queued for its operator. */
const countsOf = (node: TestNode) =>
  rowOf(
    deps,
    sql`select (select count(*)::int from node_alerts where node_id = ${idOf(node)}) as alerts,
      (select count(*)::int from webhook_messages where address = ${node.operator.address.toLowerCase()}) as messages`,
  )

test('concurrent sweeps send one alert, and a process that is killed during its sweep sends none', async () => {
  const node = await startNode(api)
  const { received, url } = await startWebhookReceiver()
  await node.operator.call(createWebhook, { body: { url, events: ['node.alert'] } })
  const other = await startApiProcess(deps.config.databaseUrl, OPEN)
  await transaction(deps.db, async (tx) => {
    // The other process has opened the alert, and waits here to queue the message.
    await tx.execute(sql`lock table webhook_messages in share row exclusive mode`)
    await silence(node, 200)
    await makeDue()
    const isWaiting = async () =>
      expect(
        await rowOf(
          deps,
          sql`select count(*)::int as count from pg_locks where not granted and relation = 'webhook_messages'::regclass`,
        ),
      ).toEqual({ count: 1 })
    await vi.waitFor(isWaiting, { timeout: 30_000, interval: 100 })
    await other.kill()
  })
  expect(await countsOf(node)).toEqual({ alerts: 0, messages: 0 })

  await makeDue()
  await Promise.all([sweepAlerts(deps), sweepAlerts(deps), sweepAlerts(deps)])
  await sweep()
  expect(await countsOf(node)).toEqual({ alerts: 1, messages: 1 })
  await eventually(() => expect(received).toHaveLength(1))
})
