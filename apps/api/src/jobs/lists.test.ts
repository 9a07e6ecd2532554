import { deleteJob, type Job, listFinishedJobs, listMyJobs, updateJob } from '@infra/protocol/jobs'
import { listUserJobs } from '@infra/protocol/jobs/list-user-jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelAll, orderEach, runEcho } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const { db } = deps
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)
const feed: string[] = []
for (let place = 0; place < 12; place++) {
  feed.unshift(await runEcho(deps, { person: alice, node, text: `job ${place}`, inFeed: true }))
}
await db.execute(
  sql`update jobs set app_id = case when position % 2 = 0 then 'read-text' else 'vectorise' end`,
)

type List = typeof listFinishedJobs | typeof listMyJobs
const idsOf = (items: Job[]) => items.map(({ id }) => id)

/** Reads all pages by cursor and calls `between` after each one. */
async function walk(
  list: List,
  {
    limit = 5,
    person = alice,
    between = async () => {},
  }: { limit?: number; person?: Person; between?: () => Promise<unknown> } = {},
): Promise<string[]> {
  const ids: string[] = []
  let before: string | undefined
  do {
    const page = await person.call(list, { query: { limit, before } })
    ids.push(...idsOf(page.items))
    before = page.next
    await between()
  } while (before)
  return ids
}

const get = (path: string, person: Person = alice) =>
  readAnswer(
    fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${person.tokens.accessToken}` } }),
  )

const lists = ['/job', '/job/finished', '/user/me/favorite', '/user/me/credits/statement']
const bad = ['limit=0', 'limit=-1', 'limit=101', 'limit=1e9', 'limit=1.5', 'limit=abc', 'limit=']
test.for(lists.flatMap((path) => bad.map((query) => [path, query] as const)))(
  '[G01] refuses %s?%s',
  async ([path, query]) => {
    const { errors } = expectRefusal(await get(`${path}?${query}`), {
      status: 422,
      code: 'validation_failed',
    })
    expect(errors?.[0]?.pointer).toBe('?limit')
  },
)

test.for(lists)(
  '[C25] [G14] [G20] %s refuses repeated, unknown and out-of-range query parameters',
  async (path) => {
    const queries = [
      'limit=1&limit=2',
      'limit[]=1',
      'limit[a]=1',
      'sort=id',
      'sort=id;drop',
      'offset=-1',
      'offset=1e20',
      'offset=100000000000000000000',
      'before=',
      `before=${'x'.repeat(65)}`,
      'before=garbage',
      "before=1'--",
      'before=%00',
      'before=🦊',
    ]
    for (const query of queries) {
      expect({ query, status: (await get(`${path}?${query}`)).status }).toEqual({ query, status: 422 })
    }
    expect((await get(path)).status).toBe(200)
  },
)

test('[R-API-6] the feed and my jobs list 25 jobs per page by default, the newest first', async () => {
  const many = await signInSomeone(testApi)
  const ids = (
    await orderEach(
      many,
      Array.from({ length: 26 }, () => 'a'),
    )
  )
    .map(({ id }) => id)
    .toReversed()
  const { items, next } = await many.call(listMyJobs)
  expect(idsOf(items)).toEqual(ids.slice(0, 25))
  expect(idsOf((await many.call(listMyJobs, { query: { before: next } })).items)).toEqual(ids.slice(25))
  expect(idsOf((await many.call(listMyJobs, { query: { offset: 20 } })).items)).toEqual(ids.slice(20))
  expect(idsOf((await call(listFinishedJobs)).items)).toEqual(feed)
  await cancelAll(deps)
})

test.for([1, 4, 5, 12, 100])('[G10] paging %d at a time neither repeats nor skips a job', async (limit) => {
  expect(await walk(listFinishedJobs, { limit })).toEqual(feed)
  expect(await walk(listMyJobs, { limit })).toEqual(feed)
})

test('[G11] a page past the end is empty and names no next page', async () => {
  for (const list of [listFinishedJobs, listMyJobs]) {
    expect(await alice.call(list, { query: { offset: 12 } })).toEqual({ items: [] })
    expect(await alice.call(list, { query: { offset: 1_000_000 } })).toEqual({ items: [] })
  }
  expect(await call(listFinishedJobs, { query: { before: '1' } })).toEqual({ items: [] })
  const first = '00000000-0000-0000-0000-000000000000'
  expect(await alice.call(listMyJobs, { query: { before: first } })).toEqual({ items: [] })
  expect(await (await signInSomeone(testApi)).call(listMyJobs)).toEqual({ items: [] })
})

test('the cursor takes precedence over an offset', async () => {
  const { next } = await call(listFinishedJobs, { query: { limit: 4 } })
  const page = await call(listFinishedJobs, { query: { limit: 4, before: next, offset: 7 } })
  expect(idsOf(page.items)).toEqual(feed.slice(4, 8))
})

test('[G16] filters lists by app and status; an unknown app gives an empty list, an invalid value is refused', async () => {
  const of = async (app_id: string) => idsOf((await call(listFinishedJobs, { query: { app_id } })).items)
  const [texts, drawings] = [await of('read-text'), await of('vectorise')]
  expect(texts).toHaveLength(6)
  expect([...texts, ...drawings].toSorted()).toEqual(feed.toSorted())
  expect(await of('no-such-app')).toEqual([])
  expectRefusal(await get("/job/finished?app_id=x';--"), { status: 422, code: 'validation_failed' })
  expectRefusal(await get('/job?status=unknown'), { status: 422, code: 'validation_failed' })

  const mine = async (query: object) => idsOf((await alice.call(listMyJobs, { query })).items)
  expect(await mine({ status: 'finished', app_id: 'read-text' })).toEqual(texts)
  expect(await mine({ status: 'cancelled' })).toEqual([])
  expect(await mine({ status: 'open' })).toEqual([])
  const page = await call(listFinishedJobs, { query: { app_id: 'vectorise', limit: 4 } })
  const rest = await call(listFinishedJobs, { query: { app_id: 'vectorise', limit: 4, before: page.next } })
  expect(idsOf([...page.items, ...rest.items])).toEqual(drawings)
})

test('[I-4] the feed leaves out private and hidden jobs, which their owner still sees', async () => {
  const bob = await signInSomeone(testApi)
  const [privately, hidden] = [
    await runEcho(deps, { person: bob, node }),
    await runEcho(deps, { person: bob, node, inFeed: true }),
  ]
  await db.execute(sql`update jobs set hidden = true where id = ${hidden}`)
  expect(idsOf((await call(listFinishedJobs)).items)).toEqual(feed)
  // Bob still sees both.
  expect(idsOf((await bob.call(listMyJobs)).items)).toEqual([hidden, privately])
})

test('[G23] paging neither repeats nor skips the remaining jobs while others are deleted', async () => {
  const bob = await signInSomeone(testApi)
  const own: string[] = []
  for (let place = 0; place < 9; place++) own.unshift(await runEcho(deps, { person: bob, node }))
  const toDelete = [own[0]!, own[4]!, own[8]!]
  const seen = await walk(listMyJobs, {
    limit: 2,
    person: bob,
    between: async () => {
      const id = toDelete.shift()
      if (id) await bob.call(deleteJob, { params: { id } })
    },
  })
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(own.filter((_, place) => ![0, 4, 8].includes(place))))
  const all = (await bob.call(listMyJobs)).items
  await Promise.all(all.map(({ id }) => bob.call(deleteJob, { params: { id } })))
  expect(await bob.call(listMyJobs)).toEqual({ items: [] })
})

test('a job that enters the feed while someone pages does not shift the following pages', async () => {
  let added: string | undefined
  const seen = await walk(listFinishedJobs, {
    limit: 5,
    between: async () => {
      added ??= await runEcho(deps, { person: alice, node, inFeed: true })
    },
  })
  expect(seen).toEqual(feed)
  await db.execute(sql`update jobs set app_id = 'read-text' where id = ${added!}`)
  await alice.call(updateJob, { params: { id: added! }, body: { visibility: 'private' } })
})

test('lists contain no receipt, lease token or other internal field', async () => {
  const { items } = await call(listFinishedJobs, { query: { limit: 1 } })
  expect(items[0]).toMatchObject({ receipt: null, favorite: false, user: { id: alice.address } })
  const raw = (await get('/job/finished?limit=1')).body
  for (const word of ['leaseToken', 'lease_token', 'payer', 'inputHash', 'avoid', 'turn']) {
    expect(raw).not.toContain(`"${word}"`)
  }
})

test('my jobs need a session; the feed does not', async () => {
  await expect(call(listMyJobs)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await readAnswer(fetch(`${origin}/api/job/finished`))).status).toBe(200)
  const wrong = fetch(`${origin}/api/job/finished`, { headers: { authorization: 'Bearer x' } })
  expectRefusal(await readAnswer(wrong), { status: 401, code: 'invalid_token' })
})

test('[finding U13] anyone can list a user’s public jobs, and the list leaves out private ones', async () => {
  const carol = await signInSomeone(testApi)
  const shown: string[] = []
  for (const text of ['one', 'two', 'three'])
    shown.unshift(await runEcho(deps, { person: carol, node, text, inFeed: true }))
  const kept = await runEcho(deps, { person: carol, node, text: 'kept', inFeed: true })
  await carol.call(updateJob, { params: { id: kept }, body: { visibility: 'private' } })
  const params = { id: carol.address }
  // Carol gets the same list: it's what others see of her.
  for (const reader of [call, alice.call, carol.call]) {
    expect(idsOf((await reader(listUserJobs, { params })).items)).toEqual(shown)
  }
  const { items, next } = await call(listUserJobs, { params, query: { limit: 2 } })
  const rest = await call(listUserJobs, { params, query: { limit: 2, before: next } })
  expect(idsOf([...items, ...rest.items])).toEqual(shown)
  expect(rest.next).toBeUndefined()
  const nobody = { id: `0x${'1'.repeat(40)}` as const }
  expect((await call(listUserJobs, { params: nobody })).items).toEqual([])
})
