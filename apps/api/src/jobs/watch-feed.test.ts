import { setTimeout as sleep } from 'node:timers/promises'
import { favoriteJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { signOut } from '@infra/protocol/sessions'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { cancelAll, echo, makePublic, rowOf, runEcho } from '../test/echo.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { readEvents } from '../test/read-events.ts'
import { type Stage, stage } from '../test/stage.ts'

const here = await stage()
/** Another API process on the same database. */
const there = await stage({ env: { DATABASE_URL: here.deps.config.databaseUrl } })
const { deps } = here
const { db } = deps
const node = await startNode(here)
const alice = await signInSomeone(here)

beforeEach(() => cancelAll(deps))

/** The feed as it grows; open when it is known to listen. */
async function watch(options: { lastEventId?: string; token?: string; at?: Stage } = {}) {
  const { at = here, ...rest } = options
  const reader = await readEvents(`${at.origin}/api/job/finished/events`, rest)
  await vi.waitFor(() => expect(reader.text()).toContain('retry:'))
  return reader
}

const publish = (text = 'a') => runEcho(deps, { person: alice, node, text, inFeed: true })
const positionOf = async (id: string) =>
  String((await rowOf(deps, sql`select position from jobs where id = ${id}`)).position)
const idOf = ({ data }: { data: unknown }) => (data as { id: string }).id

test('a public job that is finished is told to all who watch, in every process', async () => {
  const readers = [
    await watch(),
    await watch({ at: there }),
    await watch({ token: alice.tokens.accessToken }),
  ]
  const first = await publish('one')
  const second = await publish('two')
  for (const reader of readers) {
    expect(await reader.nextJob()).toMatchObject({
      id: first,
      status: 'finished',
      outputs: [{ text: 'one' }],
    })
    expect(await reader.nextJob()).toMatchObject({ id: second })
    expect(reader.events.map(({ id }) => id)).toEqual([await positionOf(first), await positionOf(second)])
  }
})

test('what is private, hidden, failed or taken back is not told', async () => {
  const reader = await watch()
  await runEcho(deps, { person: alice, node, text: 'private' })
  const { id } = await alice.call(submitJob, echo('hidden'))
  await makePublic(db, id)
  await db.execute(sql`update jobs set hidden = true where id = ${id}`)
  await node.finish(await node.claim())
  // Taken back in the moment between finishing and telling.
  const back = await publish('taken back')
  await alice.call(updateJob, { params: { id: back }, body: { visibility: 'private' } })
  await alice.call(submitJob, echo('cancelled'))
  await cancelAll(deps)
  const told = await publish('told')
  expect(await reader.nextJob()).toMatchObject({ id: told })
  expect(reader.events).toHaveLength(1)
})

test('a heart for an old job is no news', async () => {
  const old = await publish('old')
  const job = await readEvents(`${here.origin}/api/job/${old}/events`)
  await job.nextJob()
  const reader = await watch()
  await alice.call(favoriteJob, { params: { id: old } })
  expect(await job.nextJob()).toMatchObject({ favorites: 1 })
  const id = await publish('new')
  expect(await reader.nextJob()).toMatchObject({ id })
})

test('one who resumes is told what he missed, before all that comes after', async () => {
  const [known, missed] = [await publish('known'), await publish('missed')]
  const reader = await watch({ lastEventId: await positionOf(known) })
  await vi.waitFor(() => expect(reader.events.map(idOf)).toContain(missed))
  const next = await publish('next')
  await vi.waitFor(() => expect(reader.events.map(idOf)).toContain(next))
  const numbered = reader.events.filter(({ id }) => id !== undefined)
  expect(numbered.map(idOf)).toEqual([missed, next])
})

test('what comes while one catches up comes after what he missed, and hides none of it', async () => {
  const [known, missed] = [await publish('known'), await publish('missed')]
  const lastEventId = await positionOf(known)
  const reads = holdStatement(deps, 'order by "jobs"."position"')
  const reader = await watch({ lastEventId })
  await vi.waitFor(() => expect(reads.answers()).toBeGreaterThan(0))
  const live = await publish('live')
  await sleep(150)
  reads.release()
  await vi.waitFor(() => expect(reader.events.map(idOf)).toContain(live))
  const numbered = reader.events.filter(({ id }) => id !== undefined)
  expect(numbered.map(idOf)).toEqual([missed, live])
})

test('[S14] of two that end at once none is left out, and ids only rise', async () => {
  const reader = await watch()
  const [first, second] = [await alice.call(submitJob, echo('1')), await alice.call(submitJob, echo('2'))]
  for (const { id } of [first, second]) await makePublic(db, id)
  const jobs = [await node.claim(), await node.claim()] as const
  // The first to get its place is the last to be seen.
  await node.finish(jobs[1])
  await db.execute(sql`update jobs set position = position + 10 where id = ${second.id}`)
  await reader.nextJob()
  await node.finish(jobs[0])
  await vi.waitFor(() => expect(reader.events.map(idOf)).toEqual([second.id, first.id]))
  await db.execute(sql`select setval('job_positions', 1000)`)
  const third = await publish('3')
  await vi.waitFor(() => expect(reader.events.map(idOf)).toEqual([second.id, first.id, third]))
  const ids = reader.events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(ids).toHaveLength(2)

  // One whose connection broke between the two is told of both.
  const late = await watch({ lastEventId: await positionOf(second.id) })
  await vi.waitFor(() => expect(late.events.map(idOf)).toContain(first.id))
})

test.for(['99999999', '-1', 'abc', '1.5', '9'.repeat(30), "1'--"])(
  '[S05] one who says he was at %s reads the feed anew',
  async (lastEventId) => {
    const reader = await watch({ lastEventId })
    expect(await reader.next()).toMatchObject({ event: 'reset' })
    const id = await publish('after')
    expect(await reader.nextJob()).toMatchObject({ id })
    expect(reader.events[1]!.id).toBe(await positionOf(id))
  },
)

test('[S05] one who missed more than a hundred reads the feed anew', async () => {
  const known = await publish('known')
  const lastEventId = await positionOf(known)
  await db.execute(sql`
    insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at, position)
    select gen_random_uuid(), 'echo', 1, 1, '{}', '', 'public', 'finished', 0, 1, now(), nextval('job_positions')
    from generate_series(1, 101)`)
  const reader = await watch({ lastEventId })
  expect(await reader.next()).toMatchObject({ event: 'reset' })
  expect(reader.events).toHaveLength(1)
})

test('a bell that was lost delays a job, and loses none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fresh = await stage({ env: { DATABASE_URL: deps.config.databaseUrl } })
  try {
    const reader = await watch({ at: fresh })
    const heard = await publish('heard')
    expect(await reader.nextJob()).toMatchObject({ id: heard })
    const lost = await runEcho(deps, { person: alice, node, text: 'lost' })
    await makePublic(db, lost)
    await sleep(150)
    expect(reader.events).toHaveLength(1)
    vi.advanceTimersByTime(15_000)
    expect(await reader.nextJob()).toMatchObject({ id: lost })
    vi.advanceTimersByTime(15_000)
    await sleep(100)
    expect(reader.events).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('[S23] the feed of one who signs out ends; that of a visitor goes on', async () => {
  const bob = await signInSomeone(here)
  const [own, visitor] = [await watch({ token: bob.tokens.accessToken, at: there }), await watch()]
  await bob.call(signOut, { body: { token: bob.tokens.refreshToken } })
  expect(await own.next()).toMatchObject({ event: 'auth' })
  await vi.waitFor(() => expect(own.isClosed()).toBe(true))
  expect(visitor.isClosed()).toBe(false)
})
