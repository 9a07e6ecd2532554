import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { eventually } from '../test/eventually.ts'
import { faultProxy } from '../test/fault-proxy.ts'
import { type Bell, startBell } from './bell.ts'

const databaseUrl = await createTestDatabase()
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const bells: Bell[] = []
afterEach(async () => {
  for (const bell of bells.splice(0)) await bell.close()
})

/** A bell as one API process has it, ready to hear. */
async function ready(url = databaseUrl, pace: { heartbeatMs?: number } = {}): Promise<Bell> {
  const before = await listeners()
  const bell = startBell(url, () => {}, pace)
  bells.push(bell)
  await eventually(async () => expect(await listeners()).toBe(before + 1))
  return bell
}

async function listeners(): Promise<number> {
  const { rows } = await client.query(
    `select from pg_stat_activity where application_name = 'infra-bell' and datname = current_database()
      and query ~ '^(listen|select pg_notify)'`,
  )
  return rows.length
}

function record(bell: Bell, topic: Parameters<Bell['listen']>[0] = 'job') {
  const heard: string[] = []
  const stop = bell.listen(topic, (subject) => void heard.push(subject))
  return { heard, stop }
}

test('a ring is heard here at once, elsewhere a moment later, and by each once', async () => {
  const [here, there] = [await ready(), await ready()]
  const near = record(here)
  const far = record(there)

  here.ring('job', 'a')
  expect(near.heard).toEqual(['a'])
  expect(far.heard).toEqual([])
  await eventually(() => expect(far.heard).toEqual(['a']))
  // Our own words come back from the database too; they were heard already.
  await sleep(50)
  expect(near.heard).toEqual(['a'])
})

test('only those who listen for a topic hear it, and only until they stop', async () => {
  const bell = await ready()
  const jobs = record(bell, 'job')
  const feed = record(bell, 'feed')
  bell.ring('job', 'a')
  jobs.stop()
  bell.ring('job', 'b')
  bell.ring('feed', 'c')
  expect([jobs.heard, feed.heard]).toEqual([['a'], ['c']])
})

test('a listener may stop itself while it is being told, and the others still hear', async () => {
  const bell = await ready()
  const stop = bell.listen('job', () => stop())
  const { heard } = record(bell)
  bell.ring('job', 'a')
  bell.ring('job', 'b')
  expect(heard).toEqual(['a', 'b'])
})

test('more rings at once than one message can carry all arrive, in order', async () => {
  const [here, there] = [await ready(), await ready()]
  const { heard } = record(there)
  const subjects = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  for (const subject of subjects) here.ring('job', subject)
  await eventually(() => expect(heard).toHaveLength(1_000))
  expect(heard).toEqual(subjects)
})

test('what was rung just before closing still goes out', async () => {
  const [here, there] = [await ready(), await ready()]
  const { heard } = record(there)
  here.ring('job', 'last words')
  await here.close()
  await eventually(() => expect(heard).toEqual(['last words']))
})

test('a bell that is closed before it could connect is closed', async () => {
  await startBell(databaseUrl, () => {}).close()
  expect(await listeners()).toBe(0)
})

test('when the database comes back, rings are heard again', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url), await ready()]
  const { heard } = record(here)
  await proxy.suffer({ kind: 'refuse' })
  // Lost, as a hint may be; what was rung here is heard here all the same.
  there.ring('job', 'unheard')
  here.ring('job', 'at home')
  expect(heard).toEqual(['at home'])

  await eventually(async () => expect(await listeners()).toBe(1))
  await proxy.heal()
  await eventually(async () => expect(await listeners()).toBe(2))
  there.ring('job', 'heard')
  await eventually(() => expect(heard).toEqual(['at home', 'heard']))
})

test('a bell that can no longer hear notices it, though nobody hung up, and hears again', async () => {
  const proxy = await faultProxy(databaseUrl)
  const [here, there] = [await ready(proxy.url, { heartbeatMs: 200 }), await ready()]
  const { heard } = record(here, 'back')
  await proxy.suffer({ kind: 'blackhole' })
  await proxy.heal()

  await eventually(() => expect(heard).toHaveLength(1))
  const { heard: rings } = record(here)
  there.ring('job', 'heard')
  await eventually(() => expect(rings).toEqual(['heard']))
})

test('whoever waits is told when the bell can be heard again, since what was rung meanwhile was not', async () => {
  const proxy = await faultProxy(databaseUrl)
  const bell = startBell(proxy.url, () => {})
  bells.push(bell)
  const { heard } = record(bell, 'back')
  await eventually(() => expect(heard).toHaveLength(1))
  await proxy.suffer({ kind: 'refuse' })
  await proxy.heal()
  await eventually(() => expect(heard).toHaveLength(2))
})

test('without a database it hears itself, and closes', async () => {
  const errors: Error[] = []
  const bell = startBell('postgres://nobody@127.0.0.1:1/none', (error) => void errors.push(error))
  const { heard } = record(bell)
  bell.ring('job', 'a')
  expect(heard).toEqual(['a'])
  await eventually(() => expect(errors.length).toBeGreaterThan(0))
  await bell.close()
})
