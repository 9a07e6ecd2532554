import { setTimeout as sleep } from 'node:timers/promises'
import { type Assignment, leaseOf, renewLease } from '@infra/protocol/attempts'
import { cancelJob, deleteJob, favoriteJob, type JobEvent, submitJob, updateJob } from '@infra/protocol/jobs'
import { refreshTokens, signOut, signOutEverywhere } from '@infra/protocol/sessions'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import { poolOf } from '../../db/client.ts'
import { cancelAll, echo, runEcho } from '../../test/echo.ts'
import { eventually } from '../../test/eventually.ts'
import { expectRefusal, readAnswer } from '../../test/expect-refusal.ts'
import { holdStatement } from '../../test/hold-statement.ts'
import { startNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { readEvents } from '../../test/read-events.ts'
import { startTestApi, type TestApi } from '../../test/start-test-api.ts'
import { waitForNotifications } from '../../test/wait-for-notifications.ts'

const here = await startTestApi()
/** Another API process on the same database. */
const there = await startTestApi({ env: { DATABASE_URL: here.deps.config.databaseUrl } })
await waitForNotifications(here, there)
const { clock, deps } = here
const node = await startNode(here)
const alice = await signInSomeone(here)

beforeEach(() => cancelAll(deps))

const addressOf = (id: string, at: TestApi = here) => `${at.origin}/api/job/${id}/events`
const watch = (
  id: string,
  person: Person | undefined = alice,
  options: { lastEventId?: string; at?: TestApi } = {},
) =>
  readEvents(addressOf(id, options.at), {
    token: person?.tokens.accessToken,
    lastEventId: options.lastEventId,
  })
const order = async (text = 'a') => (await alice.call(submitJob, echo(text))).id
const beat = (job: Assignment, part: number) =>
  node.call(renewLease, { ...leaseOf(job), body: { progress: { part, stage: `Part ${part}` } } })

test.for(['here', 'there'] as const)(
  '[S14] a reader connected %s gets the job as it is and then its changes in order',
  async (where) => {
    const id = await order()
    const reader = await watch(id, alice, { at: where === 'here' ? here : there })
    expect(await reader.nextJob()).toMatchObject({ id, status: 'queued', seq: 1 })
    const job = await node.claim()
    expect(await reader.nextJob()).toMatchObject({ status: 'running', node: { id: node.id } })
    await beat(job, 0.5)
    expect(await reader.nextJob()).toMatchObject({ progress: { part: 0.5, stage: 'Part 0.5' } })
    await node.finish(job)
    expect(await reader.nextJob()).toMatchObject({
      status: 'finished',
      outputs: [{ text: 'a' }],
      receipt: { claims: { job: id } },
    })
    const ids = reader.events.map((event) => Number(event.id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(reader.events.every(({ event }) => event === 'job')).toBe(true)
    // What belongs to one reader isn't sent to all.
    expect(reader.events[0]!.data).not.toHaveProperty('favorite')
  },
)

test('[S31] combines a burst of changes and sends the last of them', async () => {
  await order()
  const job = await node.claim()
  const reader = await watch(job.jobId)
  await reader.nextJob()
  await Promise.all(Array.from({ length: 50 }, (_, place) => beat(job, (place + 1) / 50)))
  await eventually(() => expect(reader.events.at(-1)!.data).toMatchObject({ progress: { part: 1 }, seq: 52 }))
  expect(reader.events.length).toBeLessThan(40)
})

test('[S31] sends the first change at once and combines those that follow', async () => {
  await order()
  const job = await node.claim()
  // The clock is stopped, so anything that waits for time to pass waits forever. Only `eventually` advances it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const reader = await watch(job.jobId)
    await reader.nextJob()
    const parts = () => reader.events.slice(1).map(({ data }) => (data as JobEvent).progress.part)
    await beat(job, 0.1)
    while (parts().length < 1) await sleep(5)
    await beat(job, 0.2)
    await beat(job, 0.3)
    await sleep(100)
    expect(parts()).toEqual([0.1])
    await eventually(() => expect(parts()).toEqual([0.1, 0.3]))
  } finally {
    vi.useRealTimers()
  }
})

test('does not read progress that nobody watches, even while the node waits for its job to end', async () => {
  const id = await order()
  const job = await node.claim()
  const queries = vi.spyOn(poolOf(deps.db), 'query')
  const count = (part: string) =>
    queries.mock.calls.filter(([query]) => (query as unknown as { text: string }).text.includes(part)).length
  const reads = () => count('left join "leases"')
  try {
    const wait = node.call(renewLease, { ...leaseOf(job), query: { wait: 10 }, body: {} })
    const ended = expect(wait).rejects.toMatchObject({ code: 'job_cancelled' })
    await eventually(() => expect(count('select job_id from leases')).toBe(1))
    for (const part of [0.1, 0.2, 0.3]) await beat(job, part)
    expect(reads()).toBe(0)
    await alice.call(cancelJob, { params: { id } })
    await ended
    expect(reads()).toBeGreaterThan(0)
  } finally {
    queries.mockRestore()
  }
})

test('a reader who resumes gets only changes that they haven’t received', async () => {
  const id = await order()
  const job = await node.claim()
  await beat(job, 0.5)
  const known = await watch(id, alice, { lastEventId: '3' })
  await sleep(100)
  expect(known.events).toEqual([])
  await node.finish(job)
  expect(await known.nextJob()).toMatchObject({ status: 'finished', seq: 4 })
  expect((await watch(id, alice, { lastEventId: '1' }).then((reader) => reader.next())).id).toBe('4')
})

test.for(['99', '0', '-1', 'abc', '1.5', '9'.repeat(30), "1'--"])(
  '[S05] asks a reader with the event id %s to start again',
  async (lastEventId) => {
    const id = await order()
    const reader = await watch(id, alice, { lastEventId })
    expect(await reader.next()).toMatchObject({ event: 'reset' })
    expect(await reader.nextJob()).toMatchObject({ id, seq: 1 })
  },
)

test('[S01] [S04] refuses to stream another user’s or an unknown job, and refuses an invalid token', async () => {
  const id = await order()
  const bob = await signInSomeone(here)
  const requestEvents = (token?: string) =>
    readAnswer(fetch(addressOf(id), { headers: token ? { authorization: `Bearer ${token}` } : {} }))
  expectRefusal(await requestEvents(), { status: 404, code: 'not_found' })
  expectRefusal(await requestEvents(bob.tokens.accessToken), { status: 404, code: 'not_found' })
  expectRefusal(await requestEvents('x'), { status: 401, code: 'invalid_token' })
  expectRefusal(await readAnswer(fetch(addressOf(crypto.randomUUID()))), { status: 404, code: 'not_found' })
})

test('anyone can watch a public job until it becomes private', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  const reader = await readEvents(addressOf(id))
  await reader.nextJob()
  await alice.call(favoriteJob, { params: { id } })
  expect(await reader.nextJob()).toMatchObject({ favorites: 1 })
  await alice.call(updateJob, { params: { id }, body: { visibility: 'private' } })
  await eventually(() => expect(reader.isClosed()).toBe(true))
  expect(reader.events).toHaveLength(2)
})

test('[S13] text in a job cannot forge events in the stream', async () => {
  const text = '\n\ndata: {"status":"finished"}\n\nevent: auth'
  const id = await order(`a${text}`)
  const reader = await watch(id)
  expect(await reader.nextJob()).toMatchObject({ input: { text: `a${text}` }, status: 'queued' })
  expect(reader.events).toHaveLength(1)
})

test('does not miss a change between reading the job and watching it', async () => {
  const id = await order()
  const reads = holdStatement(deps, 'from "jobs" left join')
  const opening = watch(id)
  await eventually(() => expect(reads.answers()).toBe(1))
  await deps.db.execute(sql`update jobs set favorites = 7, seq = seq + 1 where id = ${id}`)
  deps.notifications.publish('job', id)
  reads.release()
  const reader = await opening
  await eventually(() => expect(reader.events.at(-1)!.data).toMatchObject({ favorites: 7 }))
})

test('sends a change late when its notification was lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const id = await order()
    const reader = await watch(id)
    await reader.nextJob()
    // Nobody is notified of changes that bypass the API.
    await deps.db.execute(sql`update jobs set favorites = 7, seq = seq + 1 where id = ${id}`)
    await sleep(150)
    expect(reader.events).toHaveLength(1)
    vi.advanceTimersByTime(15_000)
    expect(await reader.nextJob()).toMatchObject({ favorites: 7 })
  } finally {
    vi.useRealTimers()
  }
})

test('ends a job’s streams when the job is deleted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const id = await runEcho(deps, { person: alice, node })
    const reader = await watch(id)
    await reader.nextJob()
    await alice.call(deleteJob, { params: { id } })
    vi.advanceTimersByTime(15_000)
    await eventually(() => expect(reader.isClosed()).toBe(true))
  } finally {
    vi.useRealTimers()
  }
})

test('[S02] ends a stream soon after the token that opened it expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const began = clock.now
  try {
    const reader = await watch(await order())
    await reader.nextJob()
    clock.now = new Date(began.getTime() + 4 * 60_000)
    vi.advanceTimersByTime(15_000)
    await sleep(50)
    expect(reader.isClosed()).toBe(false)
    clock.now = new Date(began.getTime() + 5 * 60_000)
    vi.advanceTimersByTime(15_000)
    expect(await reader.next()).toMatchObject({ event: 'auth' })
    await eventually(() => expect(reader.isClosed()).toBe(true))
  } finally {
    vi.useRealTimers()
    clock.now = began
  }
})

const endings: [string, (person: Person) => Promise<unknown>][] = [
  ['signs out', ({ call, tokens }) => call(signOut, { body: { token: tokens.refreshToken } })],
  ['signs out everywhere', ({ call }) => call(signOutEverywhere)],
  [
    'reuses a refresh token',
    async ({ call, tokens }) => {
      await call(refreshTokens, { body: { token: tokens.refreshToken } })
      clock.now = new Date(clock.now.getTime() + 11_000)
      await call(refreshTokens, { body: { token: tokens.refreshToken } }).catch(({ code }) =>
        expect(code).toBe('refresh_reused'),
      )
    },
  ],
]
test.for(endings)(
  '[S23] closes a user’s streams in every process at once when the user %s',
  async ([, end]) => {
    const bob = await signInSomeone(here)
    const { id } = await bob.call(submitJob, echo('mine'))
    const readers = [await watch(id, bob), await watch(id, bob, { at: there })]
    const mine = await watch(await order())
    for (const reader of [...readers, mine]) await reader.nextJob()
    await end(bob)
    for (const reader of readers) {
      expect(await reader.next()).toMatchObject({ event: 'auth' })
      await eventually(() => expect(reader.isClosed()).toBe(true))
    }
    expect(mine.isClosed()).toBe(false)
  },
)

test('[S23] signing out of one of two sessions closes the streams of that one only', async () => {
  const key = generatePrivateKey()
  const [left, kept] = [await signInSomeone(here, key), await signInSomeone(here, key)]
  const { id } = await left.call(submitJob, echo('mine'))
  const closing = [await watch(id, left), await watch(id, left, { at: there })]
  const staying = [await watch(id, kept), await watch(id, kept, { at: there })]
  for (const reader of [...closing, ...staying]) await reader.nextJob()
  await left.call(signOut, { body: { token: left.tokens.refreshToken } })
  for (const reader of closing) await eventually(() => expect(reader.isClosed()).toBe(true))
  await kept.call(cancelJob, { params: { id } })
  for (const reader of staying) expect(await reader.nextJob()).toMatchObject({ status: 'cancelled' })
})

test('[S23] signing out with another user’s access token leaves the stream open', async () => {
  const bob = await signInSomeone(here)
  const { id } = await bob.call(submitJob, echo('mine'))
  const reader = await watch(id, bob)
  await reader.nextJob()
  await bob.call(signOut, { body: { token: alice.tokens.accessToken } })
  await sleep(100)
  expect(reader.isClosed()).toBe(false)
})

test('[S25] refuses HEAD and POST for a stream', async () => {
  const id = await order()
  for (const path of [`/api/job/${id}/events`, '/api/job/finished/events']) {
    for (const method of ['HEAD', 'POST']) {
      expect((await fetch(here.origin + path, { method })).status).toBe(405)
    }
  }
})

test('[S26] a reader of a process that closes can resume at another one and misses nothing', async () => {
  const leaving = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  const id = await order()
  const reader = await watch(id, alice, { at: leaving })
  const { seq } = await reader.nextJob()
  await leaving.server.close()
  await eventually(() => expect(reader.isClosed()).toBe(true))
  await node.claim()
  const again = await watch(id, alice, { lastEventId: String(seq) })
  expect(await again.nextJob()).toMatchObject({ status: 'running', seq: seq + 1 })
})
