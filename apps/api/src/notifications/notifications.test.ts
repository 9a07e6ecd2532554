import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { eventually } from '../test/eventually.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { type Notifications, startNotifications } from './notifications.ts'

const databaseUrl = await createTestDatabase()
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const started: Notifications[] = []
afterEach(async () => {
  for (const notifications of started.splice(0)) await notifications.close()
})

/** Starts the notifications of one API process and waits until they are connected. */
async function ready(url = databaseUrl, pace: { heartbeatMs?: number } = {}): Promise<Notifications> {
  const before = await listeners()
  const notifications = startNotifications(url, () => {}, pace)
  started.push(notifications)
  await eventually(async () => expect(await listeners()).toBe(before + 1))
  return notifications
}

async function listeners(): Promise<number> {
  const { rows } = await client.query(
    `select from pg_stat_activity where application_name = 'infra-notifications' and datname = current_database()
      and query ~ '^(listen|select pg_notify)'`,
  )
  return rows.length
}

function record(notifications: Notifications, topic: Parameters<Notifications['subscribe']>[0] = 'job') {
  const received: string[] = []
  const stop = notifications.subscribe(topic, (subject) => void received.push(subject))
  return { received, stop }
}

test('delivers an event once to every subscriber: at once in this process, soon after in others', async () => {
  const [here, there] = [await ready(), await ready()]
  const near = record(here)
  const far = record(there)

  here.publish('job', 'a')
  expect(near.received).toEqual(['a'])
  expect(far.received).toEqual([])
  await eventually(() => expect(far.received).toEqual(['a']))
  // The database sends our own events back too, but they were delivered already.
  await sleep(50)
  expect(near.received).toEqual(['a'])
})

test('delivers only events of the subscribed topic, and only until the subscriber stops', async () => {
  const notifications = await ready()
  const jobs = record(notifications, 'job')
  const feed = record(notifications, 'feed')
  notifications.publish('job', 'a')
  jobs.stop()
  notifications.publish('job', 'b')
  notifications.publish('feed', 'c')
  expect([jobs.received, feed.received]).toEqual([['a'], ['c']])
})

test('a listener can stop itself while it is called, and the others are still called', async () => {
  const notifications = await ready()
  const stop = notifications.subscribe('job', () => stop())
  const { received } = record(notifications)
  notifications.publish('job', 'a')
  notifications.publish('job', 'b')
  expect(received).toEqual(['a', 'b'])
})

test('delivers more simultaneous events than fit in one message, in order', async () => {
  const [here, there] = [await ready(), await ready()]
  const { received } = record(there)
  const subjects = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  for (const subject of subjects) here.publish('job', subject)
  await eventually(() => expect(received).toHaveLength(1_000))
  expect(received).toEqual(subjects)
})

test('sends what was published just before closing', async () => {
  const [here, there] = [await ready(), await ready()]
  const { received } = record(there)
  here.publish('job', 'last words')
  await here.close()
  await eventually(() => expect(received).toEqual(['last words']))
})

test('leaves no connection open when it is closed before it has connected', async () => {
  await startNotifications(databaseUrl, () => {}).close()
  expect(await listeners()).toBe(0)
})

test('delivers events again once the database is back', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url), await ready()]
  const { received } = record(here)
  await proxy.inject({ kind: 'refuse' })
  // The event from there is lost. Events of this process are still delivered here.
  there.publish('job', 'unheard')
  here.publish('job', 'at home')
  expect(received).toEqual(['at home'])

  await eventually(async () => expect(await listeners()).toBe(1))
  await proxy.restore()
  await eventually(async () => expect(await listeners()).toBe(2))
  there.publish('job', 'heard')
  await eventually(() => expect(received).toEqual(['at home', 'heard']))
})

test('replaces a dead connection that was never closed', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url, { heartbeatMs: 200 }), await ready()]
  const { received } = record(here, 'reconnected')
  await proxy.inject({ kind: 'blackhole' })
  await proxy.restore()

  await eventually(() => expect(received).toHaveLength(1))
  const { received: events } = record(here)
  there.publish('job', 'heard')
  await eventually(() => expect(events).toEqual(['heard']))
})

test('notifies subscribers of a reconnection, since they may have missed events', async () => {
  const proxy = await faultProxy(databaseUrl)
  const notifications = startNotifications(proxy.url, () => {})
  started.push(notifications)
  const { received } = record(notifications, 'reconnected')
  await eventually(() => expect(received).toHaveLength(1))
  await proxy.inject({ kind: 'refuse' })
  await proxy.restore()
  await eventually(() => expect(received).toHaveLength(2))
})

test('delivers its own events without a database, and can be closed', async () => {
  const errors: Error[] = []
  const notifications = startNotifications(
    'postgres://nobody@127.0.0.1:1/none',
    (error) => void errors.push(error),
  )
  const { received } = record(notifications)
  notifications.publish('job', 'a')
  expect(received).toEqual(['a'])
  await eventually(() => expect(errors.length).toBeGreaterThan(0))
  await notifications.close()
})
