import { leaseOf, renewLease } from '@infra/protocol/attempts'
import { deleteJob, favoriteJob, type Job, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { updateMe } from '@infra/protocol/users'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { echo, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)
const pool = (deps.db as unknown as { session: { client: pg.Pool } }).session.client
const by = (id: string) => ({ params: { id } })
const top = async () => (await call(listFinishedJobs)).items
const idsOf = (items: Job[]) => items.map(({ id }) => id)
/** As when another job changes: the cached pages are dropped. */
const dropCache = () => deps.notifications.publish('shown', crypto.randomUUID())

test('however many visitors ask for the top of the feed, it is read once', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  const asked = vi.spyOn(pool, 'query')

  const pages = await Promise.all(Array.from({ length: 20 }, top))

  expect(asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('favorites'))).toHaveLength(1)
  asked.mockRestore()
  expect(new Set(pages.map((page) => page[0]?.id))).toEqual(new Set([id]))
})

test('[finding B6] while nodes report progress, the feed comes from the cache; a new name shows at once', async () => {
  const shown = await runEcho(deps, { person: alice, node, inFeed: true })
  await alice.call(submitJob, { ...echo('busy'), headers: { 'idempotency-key': crypto.randomUUID() } })
  const lease = { ...leaseOf(await node.claim()), query: {} }
  // One moment for all of it: only a change may make it read anew.
  vi.useFakeTimers({ toFake: ['performance'] })
  const asked = vi.spyOn(pool, 'query')
  const reads = () => asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('favorites')).length
  try {
    dropCache()
    await top()
    const before = reads()
    for (let beat = 1; beat <= 5; beat++) {
      await node.call(renewLease, { ...lease, body: { progress: { part: beat / 10, stage: 'busy' } } })
      await top()
    }
    expect(reads()).toBe(before)
    const name = `Fern ${crypto.randomUUID().slice(0, 8)}`
    await alice.call(updateMe, { body: { name } })
    const named = reads()
    expect((await top())[0]).toMatchObject({ id: shown })
    expect(reads()).toBe(named + 1)
  } finally {
    asked.mockRestore()
    vi.useRealTimers()
  }
})

test('what changes in the feed is there for a visitor who asks next', async () => {
  const first = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  expect(idsOf(await top())[0]).toBe(first)

  await alice.call(favoriteJob, by(first))
  expect((await top())[0]).toMatchObject({ id: first, favorites: 1 })
  await alice.call(deleteJob, by(first))
  expect(idsOf(await top())).not.toContain(first)
})

test('the cached page of visitors is not sent to someone who is signed in', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  dropCache()
  await alice.call(favoriteJob, by(id))

  expect((await top())[0]).toMatchObject({ id, favorite: false })
  expect((await alice.call(listFinishedJobs)).items[0]).toMatchObject({ id, favorite: true })
})

test('an answer for every visitor is compressed for clients that accept it; an answer for one person is not', async () => {
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
