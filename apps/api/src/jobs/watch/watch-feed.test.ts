import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { favoriteJob, submitJob } from '@infra/protocol/jobs'
import { signOut } from '@infra/protocol/sessions'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { poolOf } from '../../db/client.ts'
import { cancelAll, echo, makePublic, rowOf, runEcho } from '../../test/echo.ts'
import { eventually } from '../../test/eventually.ts'
import { holdStatement } from '../../test/hold-statement.ts'
import { startNode } from '../../test/node.ts'
import { signInSomeone } from '../../test/person.ts'
import { type EventReader, readEvents } from '../../test/read-events.ts'
import { faultProxy } from '../../test/servers/fault-proxy.ts'
import { startTestApi, type TestApi } from '../../test/start-test-api.ts'
import { waitForNotifications } from '../../test/wait-for-notifications.ts'

const here = await startTestApi()
/** Another API process on the same database. */
const there = await startTestApi({ env: { DATABASE_URL: here.deps.config.databaseUrl } })
await waitForNotifications(here, there)
const { deps } = here
const { db } = deps
const node = await startNode(here)
const alice = await signInSomeone(here)

beforeEach(() => cancelAll(deps))

/** Watches the feed, and returns when the stream is open. */
async function watch(options: { lastEventId?: string; token?: string; at?: TestApi } = {}) {
  const { at = here, ...rest } = options
  const reader = await readEvents(`${at.origin}/api/job/finished/events`, rest)
  await eventually(() => expect(reader.text()).toContain('retry:'))
  return reader
}

const publish = (text = 'a') => runEcho(deps, { person: alice, node, text, inFeed: true })
const positionOf = async (id: string) =>
  String((await rowOf(deps, sql`select position from jobs where id = ${id}`)).position)
const statements = (spy: { mock: { calls: unknown[][] } }) =>
  spy.mock.calls.map(([query]) => (query as { text: string }).text)
const idOf = ({ data }: { data: unknown }) => (data as { id: string }).id

/** Waits for the jobs in any order, since two that end at once may be sent either way round. */
async function expectEvents(reader: EventReader, ids: string[]): Promise<void> {
  await eventually(() => expect(reader.events.map(idOf)).toEqual(expect.arrayContaining(ids)))
}

test('sends a finished public job to all watchers of the feed, in every process', async () => {
  const readers = [
    await watch(),
    await watch({ at: there }),
    await watch({ token: alice.tokens.accessToken }),
  ]
  const first = await publish('one')
  const second = await publish('two')
  for (const reader of readers) {
    await expectEvents(reader, [first, second])
    const event = reader.events.find(({ data }) => idOf({ data }) === first)!
    expect(event).toMatchObject({ event: 'finished', data: { id: first, appId: 'echo' } })
  }
})

test('an event has at most 300 bytes, however large the result is', async () => {
  const reader = await watch()
  const id = await publish('x'.repeat(200))
  await expectEvents(reader, [id])
  // The same event with the longest app id and a position that is never reached.
  const longest = catalogue.map(({ id }) => id).toSorted((a, b) => b.length - a.length)[0]!
  const written = /id: \d+\nevent: finished\ndata: .*\n\n/.exec(reader.text())![0]
  expect(written).toContain(id)
  const atMost = written.replace(/\d+/, '9'.repeat(16)).replace('echo', longest)
  expect(Buffer.byteLength(`${atMost.length.toString(16)}\r\n${atMost}\r\n`)).toBeLessThanOrEqual(300)
})

test('reads and sends results that end at the same moment together', async () => {
  const ids = [await publish('1'), await publish('2'), await publish('3'), await publish('4')]
  const reader = await watch()
  const queries = vi.spyOn(poolOf(db), 'query')
  for (const id of ids) deps.notifications.publish('feed', id)
  await expectEvents(reader, ids)
  // The first is read at once and the others together, or all together if a result was sent just before.
  expect(statements(queries).filter((text) => text.includes('"jobs"."id" in')).length).toBeLessThanOrEqual(2)
  queries.mockRestore()
  const positions = reader.events.map(({ id }) => Number(id))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
})

test('[finding B2] a reader who cannot resume while the database is down resumes later, and gets each missed job once', async () => {
  const known = await publish('known')
  const lastEventId = await positionOf(known)
  const missed = [await publish('missed'), await publish('missed too')]
  const database = await faultProxy(deps.config.databaseUrl)
  const far = await startTestApi({ env: { DATABASE_URL: database.url } })
  await database.inject({ kind: 'refuse' })
  const refused = await readEvents(`${far.origin}/api/job/finished/events`, { lastEventId })
  await eventually(() => expect(refused.isClosed()).toBe(true))
  expect(refused.events).toEqual([])

  await database.restore()
  const resumed = await watch({ lastEventId, at: far })
  await expectEvents(resumed, missed)
  const next = await publish('next')
  await expectEvents(resumed, [next])
  expect(resumed.events.filter(({ id }) => id !== undefined).map(idOf)).toEqual([...missed, next])
})

test('does not send private, hidden or cancelled jobs', async () => {
  const reader = await watch()
  const secret = await runEcho(deps, { person: alice, node, text: 'private' })
  const { id: hidden } = await alice.call(submitJob, echo('hidden'))
  await makePublic(db, hidden)
  await db.execute(sql`update jobs set hidden = true where id = ${hidden}`)
  await node.finish(await node.claim())
  const { id: cancelled } = await alice.call(submitJob, echo('cancelled'))
  await cancelAll(deps)
  await expectEvents(reader, [await publish('sent')])
  await sleep(100)
  const ids = reader.events.map(idOf)
  for (const id of [secret, hidden, cancelled]) expect(ids).not.toContain(id)
})

test('does not send an old job as new when it becomes a favorite', async () => {
  const old = await publish('old')
  // Time for earlier watchers to be notified.
  await sleep(200)
  const job = await readEvents(`${here.origin}/api/job/${old}/events`)
  await job.nextJob()
  const reader = await watch()
  await alice.call(favoriteJob, { params: { id: old } })
  expect(await job.nextJob()).toMatchObject({ favorites: 1 })
  await expectEvents(reader, [await publish('new')])
  expect(reader.events.map(idOf)).not.toContain(old)
})

test('a reader who resumes gets the missed jobs before newer ones', async () => {
  const [known, missed] = [await publish('known'), await publish('missed')]
  const reader = await watch({ lastEventId: await positionOf(known) })
  await eventually(() => expect(reader.events.map(idOf)).toContain(missed))
  const next = await publish('next')
  await eventually(() => expect(reader.events.map(idOf)).toContain(next))
  const numbered = reader.events.filter(({ id }) => id !== undefined)
  expect(numbered.map(idOf)).toEqual([missed, next])
})

test('a job that ends while a reader catches up is sent after the missed ones, and none is left out', async () => {
  const [known, missed] = [await publish('known'), await publish('missed')]
  const lastEventId = await positionOf(known)
  const reads = holdStatement(deps, 'order by "jobs"."position"')
  const reader = await watch({ lastEventId })
  await eventually(() => expect(reads.answers()).toBeGreaterThan(0))
  const live = await publish('live')
  await sleep(150)
  reads.release()
  await eventually(() => expect(reader.events.map(idOf)).toContain(live))
  const numbered = reader.events.filter(({ id }) => id !== undefined)
  expect(numbered.map(idOf)).toEqual([missed, live])
})

test('reads the database once for readers who resume together, and later ones miss nothing', async () => {
  const [known, missed] = [await publish('known'), await publish('missed')]
  const lastEventId = await positionOf(known)
  // The clock stands still, so only a change can cause a new read.
  vi.useFakeTimers({ toFake: ['performance'] })
  const queries = vi.spyOn(poolOf(db), 'query')
  const reads = () => statements(queries).filter((text) => text.includes('order by "jobs"."position"')).length
  try {
    const first = await watch({ lastEventId })
    await expectEvents(first, [missed])
    // The first watcher causes a read too.
    await eventually(() => expect(reads()).toBe(2))
    const readers = await Promise.all(Array.from({ length: 10 }, () => watch({ lastEventId })))
    for (const reader of readers) await expectEvents(reader, [missed])
    expect(reads()).toBe(2)
    const next = await publish('next')
    await expectEvents(first, [next])
    await expectEvents(await watch({ lastEventId }), [missed, next])
  } finally {
    queries.mockRestore()
    vi.useRealTimers()
  }
})

test('[S14] sends both of two jobs that end at once, with rising event ids', async () => {
  const reader = await watch()
  const [first, second] = [await alice.call(submitJob, echo('1')), await alice.call(submitJob, echo('2'))]
  for (const { id } of [first, second]) await makePublic(db, id)
  const jobs = [await node.claim(), await node.claim()] as const
  // The job that gets the lower position is the last to become visible.
  const placesFrom = (place: number) => db.execute(sql`select setval('job_positions', ${place})`)
  await placesFrom(500)
  await node.finish(jobs[1])
  await expectEvents(reader, [second.id])
  await placesFrom(490)
  await node.finish(jobs[0])
  await expectEvents(reader, [first.id])
  await placesFrom(600)
  const third = await publish('3')
  await expectEvents(reader, [third])
  // A job may be sent again, which readers notice by its id.
  const jobIds = reader.events.map(idOf)
  const sentFirst = reader.events.filter((event, place) => jobIds.indexOf(idOf(event)) === place)
  expect(sentFirst.slice(-3).map(({ id, data }) => [id, idOf({ data })])).toEqual([
    ['501', second.id],
    [undefined, first.id],
    ['601', third],
  ])

  // A reader whose connection broke between the two gets both.
  const late = await watch({ lastEventId: await positionOf(second.id) })
  await eventually(() => expect(late.events.map(idOf)).toContain(first.id))
})

test.for(['99999999', '-1', 'abc', '1.5', '9'.repeat(30), "1'--"])(
  '[S05] asks a reader with the event id %s to read the feed again',
  async (lastEventId) => {
    const reader = await watch({ lastEventId })
    expect(await reader.next()).toMatchObject({ event: 'reset' })
    const id = await publish('after')
    await expectEvents(reader, [id])
    const event = reader.events.find(({ data }) => idOf({ data }) === id)
    expect(event!.id).toBe(await positionOf(id))
  },
)

test('[S05] asks a reader who missed more than a hundred jobs to read the feed again', async () => {
  const known = await publish('known')
  const lastEventId = await positionOf(known)
  await db.execute(sql`
    insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at, position,
      finished_at, started_at, attempt_id, node_id, receipt)
    select gen_random_uuid(), 'echo', 1, 1, '{}', '', 'public', 'finished', 0, 1, now(), nextval('job_positions'), now(), now(),
      gen_random_uuid(), nodes.id, '{}'
    from generate_series(1, 101), (select id from nodes limit 1) nodes`)
  const reader = await watch({ lastEventId })
  expect(await reader.next()).toMatchObject({ event: 'reset' })
  expect(reader.events).toHaveLength(1)
})

test('sends a job late when its notification was lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fresh = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  try {
    const held = holdStatement(fresh.deps, 'last-position')
    held.release()
    const reader = await watch({ at: fresh })
    await eventually(() => expect(held.answers()).toBeGreaterThan(0))
    await expectEvents(reader, [await publish('heard')])
    // Nobody is notified of changes that bypass the API.
    const lost = await runEcho(deps, { person: alice, node, text: 'lost' })
    await makePublic(db, lost)
    await sleep(150)
    expect(reader.events.map(idOf)).not.toContain(lost)
    vi.advanceTimersByTime(15_000)
    await expectEvents(reader, [lost])
    const { length } = reader.events
    vi.advanceTimersByTime(15_000)
    await sleep(200)
    expect(reader.events).toHaveLength(length)
  } finally {
    vi.useRealTimers()
  }
})

test('[S23] ends the feed stream of a user who signs out, but not that of a visitor', async () => {
  const bob = await signInSomeone(here)
  const [own, visitor] = [await watch({ token: bob.tokens.accessToken, at: there }), await watch()]
  await bob.call(signOut, { body: { token: bob.tokens.refreshToken } })
  expect(await own.next()).toMatchObject({ event: 'auth' })
  await eventually(() => expect(own.isClosed()).toBe(true))
  expect(visitor.isClosed()).toBe(false)
})
