import { setTimeout as sleep } from 'node:timers/promises'
import { leaseOf, renewLease } from '@infra/protocol/attempts'
import {
  cancelJob,
  deleteJob,
  favoriteJob,
  type Job,
  listFinishedJobs,
  submitJob,
  unfavoriteJob,
  updateJob,
} from '@infra/protocol/jobs'
import { updateMe } from '@infra/protocol/users'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { echo, makePublic, runEcho } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { GATHER_MS } from './watch/feed-watchers.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)
const pool = (deps.db as unknown as { session: { client: pg.Pool } }).session.client
const by = (id: string) => ({ params: { id } })
const top = async () => (await call(listFinishedJobs)).items
const idsOf = (items: Job[]) => items.map(({ id }) => id)
/** Drops the cached pages, as a change of another job does. */
const dropCache = () => deps.notifications.publish('shown', crypto.randomUUID())

test('reads the first page of the feed once for many simultaneous visitors', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  const queries = vi.spyOn(pool, 'query')

  const pages = await Promise.all(Array.from({ length: 20 }, top))

  expect(queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('favorites'))).toHaveLength(1)
  queries.mockRestore()
  expect(new Set(pages.map((page) => page[0]?.id))).toEqual(new Set([id]))
})

/** Waits for two intervals: the first includes every job that has ended so far, and the second adds none. */
const settle = () => sleep(2 * GATHER_MS + 1)

/** Counts how often `work` makes the API read the feed. The clock stands still, so only a change can cause a read. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    dropCache()
    await top()
    const spy = vi.spyOn(pool, 'query')
    await work()
    const queries = spy.mock.calls.map(([query]) => JSON.stringify(query))
    spy.mockRestore()
    return queries.filter((query) => query.includes('order by \\"jobs\\".\\"position\\" desc')).length
  } finally {
    vi.useRealTimers()
  }
}

async function order(text: string): Promise<string> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return (await alice.call(submitJob, { ...echo(text), headers })).id
}

test('[finding B6] does not read the feed again when jobs change that it does not show', async () => {
  await runEcho(deps, { person: alice, node, inFeed: true })
  await settle()
  const reads = await countReads(async () => {
    for (const isPublic of [true, false]) {
      const id = await order('busy')
      if (isPublic) await makePublic(deps.db, id)
      const job = await node.claim()
      for (let beat = 1; beat <= 5; beat++) {
        const body = { progress: { part: beat / 10, stage: 'busy' }, text: { at: 0, append: 'so far' } }
        await node.call(renewLease, { ...leaseOf(job), query: {}, body })
        await top()
      }
      await alice.call(cancelJob, by(id))
      await top()
    }
    const secret = await runEcho(deps, { person: alice, node })
    await top()
    await alice.call(favoriteJob, by(secret))
    await alice.call(unfavoriteJob, by(secret))
    await top()
    await alice.call(updateJob, { ...by(secret), body: { visibility: 'private' } })
    await alice.call(deleteJob, by(secret))
    await top()
    await alice.call(updateMe, { body: { bio: `Warm. ${crypto.randomUUID()}` } })
    await top()
  })
  expect(reads).toBe(0)
})

test('reads the feed once, for all visitors, after each change that it shows', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  await settle()
  const changes: (() => Promise<unknown>)[] = [
    () => alice.call(favoriteJob, by(id)),
    () => alice.call(unfavoriteJob, by(id)),
    () => alice.call(updateMe, { body: { name: `Fern ${crypto.randomUUID().slice(0, 8)}` } }),
    () => alice.call(updateJob, { ...by(id), body: { visibility: 'private' } }),
    async () => {
      await makePublic(deps.db, id)
      await alice.call(deleteJob, by(id))
    },
    () => runEcho(deps, { person: alice, node, inFeed: true }),
  ]
  for (const change of changes) {
    const reads = await countReads(async () => {
      await change()
      await Promise.all([top(), top(), top()])
    })
    expect(reads).toBe(1)
  }
})

test('does not read the feed again for each of many jobs that end at once, and shows the last one', async () => {
  const last = await runEcho(deps, { person: alice, node })
  const reads = await countReads(async () => {
    for (let ended = 0; ended < 50; ended++) {
      deps.notifications.publish('feed', crypto.randomUUID())
      await top()
    }
    await makePublic(deps.db, last)
    deps.notifications.publish('feed', last)
    await eventually(async () => expect(idsOf(await top())[0]).toBe(last))
  })
  expect(reads).toBeLessThan(10)
})

test('counts how often the first page of the feed came from the cache', async () => {
  const figure = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await (await fetch(`${origin}/metrics`)).text())![1])
  const figures = async () => [
    await figure('infra_feed_pages_total'),
    await figure('infra_feed_page_reads_total'),
  ]
  await settle()
  const [asked, read] = await figures()
  const reads = await countReads(async () => {
    for (let visitor = 0; visitor < 10; visitor++) await top()
  })
  expect(reads).toBe(0)
  // One to fill the cache.
  expect(await figures()).toEqual([asked! + 11, read! + 1])
})

test('shows a change in the feed to the next visitor', async () => {
  const first = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  expect(idsOf(await top())[0]).toBe(first)

  await alice.call(favoriteJob, by(first))
  expect((await top())[0]).toMatchObject({ id: first, favorites: 1 })
  await alice.call(deleteJob, by(first))
  expect(idsOf(await top())).not.toContain(first)
})

test('does not send the cached page of visitors to a signed-in user', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  await alice.call(favoriteJob, by(id))

  expect((await top())[0]).toMatchObject({ id, favorite: false })
  expect((await alice.call(listFinishedJobs)).items[0]).toMatchObject({ id, favorite: true })
})

test('compresses the response for visitors if the client accepts it, but not the response for a signed-in user', async () => {
  await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  const asking = (headers: Record<string, string>) => fetch(`${origin}/api/job/finished`, { headers })
  const bearer = `Bearer ${alice.tokens.accessToken}`

  const packed = await asking({ 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  const plain = await asking({ 'accept-encoding': 'br;q=0, identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await packed.text()).toBe(await plain.text())
  const own = await asking({ 'accept-encoding': 'br', authorization: bearer })
  expect(own.headers.get('content-encoding')).toBeNull()
})
