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

/** Notifications as one API process has them, connected. */
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
  const heard: string[] = []
  const stop = notifications.subscribe(topic, (subject) => void heard.push(subject))
  return { heard, stop }
}

test('an event reaches subscribers here at once, those elsewhere a moment later, and each once', async () => {
  const [here, there] = [await ready(), await ready()]
  const near = record(here)
  const far = record(there)

  here.publish('job', 'a')
  expect(near.heard).toEqual(['a'])
  expect(far.heard).toEqual([])
  await eventually(() => expect(far.heard).toEqual(['a']))
  // Our own words come back from the database too; they were heard already.
  await sleep(50)
  expect(near.heard).toEqual(['a'])
})

test('only those who listen for a topic hear it, and only until they stop', async () => {
  const notifications = await ready()
  const jobs = record(notifications, 'job')
  const feed = record(notifications, 'feed')
  notifications.publish('job', 'a')
  jobs.stop()
  notifications.publish('job', 'b')
  notifications.publish('feed', 'c')
  expect([jobs.heard, feed.heard]).toEqual([['a'], ['c']])
})

test('a listener may stop itself while it is being told, and the others still hear', async () => {
  const notifications = await ready()
  const stop = notifications.subscribe('job', () => stop())
  const { heard } = record(notifications)
  notifications.publish('job', 'a')
  notifications.publish('job', 'b')
  expect(heard).toEqual(['a', 'b'])
})

test('more events at once than one message can carry all arrive, in order', async () => {
  const [here, there] = [await ready(), await ready()]
  const { heard } = record(there)
  const subjects = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  for (const subject of subjects) here.publish('job', subject)
  await eventually(() => expect(heard).toHaveLength(1_000))
  expect(heard).toEqual(subjects)
})

test('what was published just before closing is still sent', async () => {
  const [here, there] = [await ready(), await ready()]
  const { heard } = record(there)
  here.publish('job', 'last words')
  await here.close()
  await eventually(() => expect(heard).toEqual(['last words']))
})

test('a connection that is closed before it was made is closed', async () => {
  await startNotifications(databaseUrl, () => {}).close()
  expect(await listeners()).toBe(0)
})

test('when the database comes back, events arrive again', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url), await ready()]
  const { heard } = record(here)
  await proxy.suffer({ kind: 'refuse' })
  // Lost, as a hint may be; what was rung here is heard here all the same.
  there.publish('job', 'unheard')
  here.publish('job', 'at home')
  expect(heard).toEqual(['at home'])

  await eventually(async () => expect(await listeners()).toBe(1))
  await proxy.heal()
  await eventually(async () => expect(await listeners()).toBe(2))
  there.publish('job', 'heard')
  await eventually(() => expect(heard).toEqual(['at home', 'heard']))
})

test('a dead connection is noticed, though nobody closed it, and made again', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url, { heartbeatMs: 200 }), await ready()]
  const { heard } = record(here, 'reconnected')
  await proxy.suffer({ kind: 'blackhole' })
  await proxy.heal()

  await eventually(() => expect(heard).toHaveLength(1))
  const { heard: rings } = record(here)
  there.publish('job', 'heard')
  await eventually(() => expect(rings).toEqual(['heard']))
})

test('subscribers are told of a reconnection, since they may have missed events', async () => {
  const proxy = await faultProxy(databaseUrl)
  const notifications = startNotifications(proxy.url, () => {})
  started.push(notifications)
  const { heard } = record(notifications, 'reconnected')
  await eventually(() => expect(heard).toHaveLength(1))
  await proxy.suffer({ kind: 'refuse' })
  await proxy.heal()
  await eventually(() => expect(heard).toHaveLength(2))
})

test('without a database it hears itself, and closes', async () => {
  const errors: Error[] = []
  const notifications = startNotifications(
    'postgres://nobody@127.0.0.1:1/none',
    (error) => void errors.push(error),
  )
  const { heard } = record(notifications)
  notifications.publish('job', 'a')
  expect(heard).toEqual(['a'])
  await eventually(() => expect(errors.length).toBeGreaterThan(0))
  await notifications.close()
})
