import { claimJob } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { getNode, listNodes, PublicNode, removeNode, updateNode } from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordOnlineMinute } from '../matching/presence.ts'
import { echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { moveFigureWindows } from './node-figures.ts'

const testApi = await startTestApi()
const { call, clock, deps, origin } = testApi
const { db } = deps
const operator = await signInSomeone(testApi)
const node = await startNode(testApi, { operator, slots: 1, apps: [{ id: 'echo', version: 1 }] })
const tracer = await startNode(testApi, { operator, apps: [{ id: 'vectorise', version: 1 }] })
const id = node.id as `0x${string}`

test('anyone can list the network’s nodes, with exactly the public fields', async () => {
  const { items } = await call(listNodes)
  expect(items.map((item) => item.id).toSorted()).toEqual([node.id, tracer.id].toSorted())
  expect(items.find((item) => item.id === id)).toEqual({
    id,
    name: 'Test node',
    // “test” isn't a version.
    agentVersion: null,
    operator: { id: operator.address, name: null, shortAddress: expect.any(String) },
    state: 'online',
    maintenanceReason: null,
    away: null,
    hardware: { cores: 2, memoryMb: 8192, mflops: 100, platform: 'test' },
    sandbox: null,
    apps: ['echo'],
    slots: 1,
    running: 0,
    jobsDone: 0,
    success: null,
    p50Seconds: null,
    uptime: { day: 0, week: 0, month: 0 },
    lastDay: { finishedByHour: Array<number>(24).fill(0), failed: 0 },
    creditsEarned: 0,
    createdAt: clock.now,
    lastSeenAt: expect.any(Date),
  })
  const raw = await (await fetch(`${origin}/api/node`)).json()
  expect(Object.keys(raw.items[0]).toSorted()).toEqual(Object.keys(PublicNode.shape).toSorted())
})

test('filters nodes by the app that they serve', async () => {
  const serving = async (app_id: string) =>
    (await call(listNodes, { query: { app_id } })).items.map((item) => item.id)
  expect(await serving('echo')).toEqual([node.id])
  expect(await serving('vectorise')).toEqual([tracer.id])
  expect(await serving('no-such-app')).toEqual([])
  await expect(serving("x';--")).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a node without a free slot is busy, and one not seen for more than 90 seconds is offline', async () => {
  const alice = await signInSomeone(testApi)
  await alice.call(submitJob, echo('a'))
  const job = await node.claim()
  expect(await call(getNode, { params: { id } })).toMatchObject({ state: 'busy', running: 1 })
  const setLastSeen = (seconds: number) =>
    db.execute(sql`update nodes set last_seen_at = now() - make_interval(secs => ${seconds})`)
  await setLastSeen(89)
  expect(await call(getNode, { params: { id } })).toMatchObject({ state: 'busy' })
  await setLastSeen(91)
  expect(await call(getNode, { params: { id } })).toMatchObject({ state: 'offline' })
  await node.finish(job)
})

test('a node that claims a job counts as online', async () => {
  const quiet = await startNode(testApi, { operator })
  const quietId = quiet.id as `0x${string}`
  await db.execute(sql`update nodes set last_seen_at = now() - interval '100 seconds'`)
  expect(await call(getNode, { params: { id: quietId } })).toMatchObject({ state: 'offline' })
  await quiet.call(claimJob)
  await eventually(async () =>
    expect(await call(getNode, { params: { id: quietId } })).toMatchObject({ state: 'online' }),
  )
  await operator.call(removeNode, { params: { id: quietId } })
  await db.execute(sql`update nodes set last_seen_at = now()`)
})

test('finds a node by its address in any case, and answers not_found to an invalid or unknown one', async () => {
  expect(await call(getNode, { params: { id: id.toLowerCase() as `0x${string}` } })).toMatchObject({ id })
  for (const wrong of ['1', "' OR 1=1--", `0x${'0'.repeat(40)}`, 'x'.repeat(10_000)]) {
    await expect(call(getNode, { params: { id: wrong as `0x${string}` } })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
})

test('an operator can rename their node, but not to an invalid or too long name', async () => {
  const rename = (name: string) => operator.call(updateNode, { params: { id }, body: { name } })
  expect(await rename('  Attic 🦊 ')).toMatchObject({ name: 'Attic 🦊' })
  expect(await rename('<b>x</b>')).toMatchObject({ name: '<b>x</b>' })
  for (const name of ['', '   ', 'x'.repeat(41), 'a\0b']) {
    await expect(rename(name)).rejects.toMatchObject({
      code: expect.stringMatching(/validation|invalid_text/),
    })
  }
  expect(await operator.call(updateNode, { params: { id }, body: {} })).toMatchObject({ name: '<b>x</b>' })
  await rename('Test node')
})

test('shows that maintenance was set by the operator', async () => {
  const set = (maintenance: boolean) => operator.call(updateNode, { params: { id }, body: { maintenance } })
  expect(await set(true)).toMatchObject({
    state: 'maintenance',
    maintenanceReason: 'Set by its operator.',
    whyNoJobs: 'You set it to maintenance.',
  })
  expect(await set(false)).toMatchObject({ state: 'online', maintenanceReason: null, whyNoJobs: null })
  expect((await operator.call(listMyNodes)).items).toHaveLength(2)
})

test('counts a minute online once, however many processes record it', async () => {
  clock.now = new Date(clock.now.getTime() + 4 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => recordOnlineMinute(db)))
  const { uptime } = await call(getNode, { params: { id } })
  // Two of four if a new minute began meanwhile, otherwise one.
  expect([0.25, 0.5]).toContain(uptime.day)
  expect(uptime).toEqual({ day: uptime.day, week: uptime.day, month: uptime.day })

  await db.execute(sql`
    insert into node_hours select id, date_trunc('hour', now()) - interval '2 days', (1::bigint << 60) - 1 from nodes`)
  await db.execute(sql`update nodes set created_at = ${new Date(clock.now.getTime() - 10 * 24 * 3_600_000)}`)
  await db.execute(sql`update node_figures set until_hour = '-infinity'`)
  await moveFigureWindows(db)
  const later = (await call(getNode, { params: { id } })).uptime
  expect(later.day).toBeLessThanOrEqual(2 / 1440)
  expect(later.week).toBeGreaterThanOrEqual(61 / (7 * 1440))
  expect(later.week).toBeLessThanOrEqual(62 / (7 * 1440))
  expect(later.month).toBeGreaterThanOrEqual(61 / (10 * 1440))
})

test('counts no minute for a node that is offline', async () => {
  await db.execute(sql`delete from node_hours`)
  await db.execute(sql`update node_figures set until_hour = '-infinity'`)
  await moveFigureWindows(db)
  await db.execute(
    sql`update nodes set last_seen_at = now() - interval '91 seconds' where id = ${id.toLowerCase()}`,
  )
  await recordOnlineMinute(db)
  expect((await call(getNode, { params: { id } })).uptime.day).toBe(0)
})
