import { getApp, listApps } from '@infra/protocol/apps'
import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { favoriteJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { rollUp } from '../jobs/roll-up.ts'
import { cancelAll, orderEach, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { recountNetwork } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi({ env: { APPS_OFF: 'cut-out' } })
const { call, deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

beforeEach(() => cancelAll(deps))

let seconds = 1_000_000
/** The current catalogue, which is read at most once per second. */
async function appNow(id: string) {
  seconds += 2
  await recountNetwork(db)
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    vi.advanceTimersByTime(seconds * 1_000)
    return await call(getApp, { params: { id } })
  } finally {
    vi.useRealTimers()
  }
}

/** Turns all jobs into jobs of an app that no test runs. */
const makeReadText = () => db.execute(sql`update jobs set app_id = 'read-text'`)

test('[I-5] [R-API-5] lists every app that is not hidden, as its manifest describes it', async () => {
  const { items } = await call(listApps)
  const shown = catalogue.filter(({ state }) => state !== 'hidden')
  expect(items.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  expect(items.find(({ id }) => id === 'vectorise')).toMatchObject(
    catalogue.find(({ id }) => id === 'vectorise')!,
  )
  for (const { id, isChecked } of items) {
    // A network without its own machines doesn't check any.
    expect(isChecked).toBe(false)
    expect((await call(getApp, { params: { id } })).id).toBe(id)
  }
})

test('a hidden or unknown app is not found', async () => {
  for (const id of ['echo', 'no-such-app', 'Echo', '1', "x'--"]) {
    await expect(call(getApp, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('[J02] an app that is switched off has the state off', async () => {
  expect(await call(getApp, { params: { id: 'cut-out' } })).toMatchObject({ state: 'off' })
  expect(await call(getApp, { params: { id: 'read-text' } })).toMatchObject({ state: 'published' })
})

test('counts only the online nodes that can run an app', async () => {
  const { version } = findApp('read-text')!
  const serving = [{ id: 'read-text', version }]
  const { operator } = node
  const hardware = { cores: 1, memoryMb: 512, mflops: 1, platform: 'test' }
  await startNode(testApi, { operator, apps: serving })
  await startNode(testApi, { operator, apps: serving, hardware })
  await startNode(testApi, { operator, apps: [{ id: 'read-text', version: version + 1 }] })
  expect((await appNow('read-text')).nodes).toBe(2)
  await db.execute(sql`update nodes set last_seen_at = now() - interval '91 seconds'`)
  expect((await appNow('read-text')).nodes).toBe(0)
  await db.execute(sql`update nodes set last_seen_at = now()`)
})

test('shows how many jobs are queued and how long recent ones took', async () => {
  expect(await appNow('read-text')).toMatchObject({ queued: 0, p50Seconds: null, p90Seconds: null })
  const id = await runEcho(deps, { person: alice, node })
  await db.execute(sql`update jobs set started_at = finished_at - interval '4 seconds' where id = ${id}`)
  await makeReadText()
  await rollUp(db)
  await orderEach(alice, ['a', 'b'])
  await makeReadText()
  const { queued, p50Seconds, p90Seconds } = await appNow('read-text')
  expect(queued).toBe(2)
  expect(p50Seconds! / 4).toBeCloseTo(1, 0)
  expect(p90Seconds).toBe(p50Seconds)
  await db.execute(sql`update network_hours set hour = hour - interval '26 hours'`)
  expect(await appNow('read-text')).toMatchObject({ p50Seconds: null })
})

test('the example is the public job with the most favorites, then the latest, never a private or hidden one', async () => {
  await db.execute(sql`delete from jobs`)
  expect((await appNow('read-text')).example).toBeNull()
  const publish = async (text: string) => {
    const id = await runEcho(deps, { person: alice, node, text, inFeed: true })
    await makeReadText()
    return id
  }
  const [first, second] = [await publish('first'), await publish('second')]
  await runEcho(deps, { person: alice, node, text: 'private' })
  await makeReadText()
  expect((await appNow('read-text')).example).toMatchObject({ jobId: second, output: { text: 'second' } })
  await alice.call(favoriteJob, { params: { id: first } })
  expect((await appNow('read-text')).example).toMatchObject({ jobId: first })
  await db.execute(sql`update jobs set hidden = true where id = ${first}`)
  expect((await appNow('read-text')).example).toMatchObject({ jobId: second })
})
