import { randomUUID } from 'node:crypto'
import { deleteJob, favoriteJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { searchJobs } from '@infra/protocol/jobs/search-jobs'
import { deleteMe } from '@infra/protocol/my-data'
import { updateMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { indexJobs } from './index-jobs.ts'
import { takeEntries } from './search-queries.ts'
import { insertResults, type MadeResult } from './test/insert-results.ts'

const testApi = await startTestApi()
testApi.clock.now = new Date()
const { deps, call, origin } = testApi
const { db } = deps
// The clock stands still, so rate windows never end: on a busy machine the polls alone would reach the limit.
await liftRateLimits(deps)
const node = await startNode(testApi)
const silent = { info: () => {}, warn: () => {} }
const alice = await signInSomeone(testApi)

const story = (text: string): MadeResult => ({ appId: 'story-teller', text })

/** Puts results into the feed and has them indexed. */
async function make(results: readonly MadeResult[], by = alice): Promise<string[]> {
  const ids = await insertResults(deps, by.address, results)
  await indexJobs(deps, silent)
  return ids
}

async function find(q: string, query: object = {}): Promise<string[]> {
  const { items } = await call(searchJobs, { query: { ...query, q } })
  return items.map(({ id }) => id)
}

/** A word that occurs in only one test. */
const word = () => `w${randomUUID().replaceAll('-', '')}`
const exactly = (q: string) => `"${q}"`

test('finds a result by the words of its input or output, in other forms, and by its app', async () => {
  const mark = word()
  const [spoken, written] = await make([
    { appId: 'speak', input: { text: `${mark} the ships were sailing` } },
    story(`${mark} a frog sings`),
  ])
  expect(await find(exactly(mark))).toEqual(expect.arrayContaining([spoken, written]))
  expect((await find(`${mark} ship`))[0]).toBe(spoken)
  expect((await find(`${mark} SINGING frogs`))[0]).toBe(written)
  expect((await find(`${mark} story teller`))[0]).toBe(written)
  expect(await find(`${mark} ship`, { app_id: 'story-teller' })).not.toContain(spoken)
})

test('does not find a picture by its negative prompt', async () => {
  const mark = word()
  await make([{ appId: 'imagine', input: { prompt: 'a quiet lake', negative: mark } }])
  expect(await find(exactly(mark))).toEqual([])
})

test('finds a user’s results by name, ignoring case, and by address', async () => {
  const ada = await signInSomeone(testApi)
  const name = `Ada ${word().slice(0, 8)}`
  await ada.call(updateMe, { body: { name } })
  const ids = await make([story('One.'), story('Two.')], ada)
  const newestFirst = ids.toReversed()
  expect((await find(name.toUpperCase())).slice(0, 2).toSorted()).toEqual(ids.toSorted())
  expect(await find(`@${name}`, { sort: 'new' })).toEqual(newestFirst)
  expect((await find(ada.address)).slice(0, 2).toSorted()).toEqual(ids.toSorted())
})

test('finds a job while it is public and once it is indexed, even if it was made public later', async () => {
  const mark = word()
  const order = (visibility: 'public' | 'private') =>
    alice.call(submitJob, { body: { appId: 'story-teller', input: { prompt: mark }, visibility } })
  const open = await order('public')
  await node.finish(await node.claim())
  const own = await order('private')
  await node.finish(await node.claim())
  await indexJobs(deps, silent)
  expect(await find(exactly(mark))).toEqual([open.id])
  await alice.call(updateJob, { params: { id: own.id }, body: { visibility: 'public' } })
  await indexJobs(deps, silent)
  expect((await find(exactly(mark))).toSorted()).toEqual([open.id, own.id].toSorted())
  await alice.call(updateJob, { params: { id: open.id }, body: { visibility: 'private' } })
  expect(await find(exactly(mark))).toEqual([own.id])
})

const removals: [string, (id: string) => Promise<unknown>][] = [
  ['made private', (id) => db.execute(sql`update jobs set visibility = 'private' where id = ${id}`)],
  ['deleted', (id) => alice.call(deleteJob, { params: { id } })],
  [
    'hidden by a moderator',
    (id) => db.execute(sql`update jobs set hidden = true, hidden_why = 'Reported.' where id = ${id}`),
  ],
  [
    'hidden for a check',
    (id) => db.execute(sql`update jobs set hidden = true, hidden_because = 'checking' where id = ${id}`),
  ],
]

test.for(removals)('a result that was %s is no longer found, by words or by meaning', async ([, leave]) => {
  const mark = word()
  const [gone, stays] = await make([
    story(`${mark} The submarine dived under the ice.`),
    story(`${mark} The submarine came up for air.`),
  ])
  const queries = [exactly(mark), 'vessel below the water']
  for (const q of queries) await expect.poll(() => find(q)).toEqual(expect.arrayContaining([gone, stays]))
  await leave(gone!)
  for (const q of queries) {
    expect(await find(q)).not.toContain(gone)
    expect(await find(q)).toContain(stays)
  }
})

test('results of a deleted account are still found, but not by its name', async () => {
  const mark = word()
  const bob = await signInSomeone(testApi)
  const name = `Bob ${word().slice(0, 8)}`
  await bob.call(updateMe, { body: { name } })
  const [id] = await make([story(`${mark} goodbye`)], bob)
  expect(await find(exactly(mark))).toEqual([id])
  expect(await find(name, { sort: 'new' })).toEqual([id])
  await bob.call(deleteMe)
  expect(await find(exactly(mark))).toEqual([id])
  expect(await find(exactly(name))).toEqual([])
})

test('a result that one process indexed is found in another without a restart', async () => {
  const other = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  const ask = async (q: string) => (await other.call(searchJobs, { query: { q } })).items.map(({ id }) => id)
  const mark = word()
  expect(await ask(exactly(mark))).toEqual([])
  const [id] = await make([story('The accordion player lost his hat in the carnival.')])
  await expect.poll(() => ask('squeezebox musician at a parade')).toContain(id)
})

test('another process indexes after a minute what a killed process had taken', async () => {
  const mark = word()
  const [id] = await insertResults(deps, alice.address, [story(`${mark} unfinished business`)])
  expect((await takeEntries(db, 100)).map((entry) => entry.id)).toContain(id)
  await indexJobs(deps, silent)
  expect(await find(exactly(mark))).toEqual([])
  await db.execute(
    sql`update search_entries set try_after = try_after - interval '61 seconds' where job_id = ${id}`,
  )
  await indexJobs(deps, silent)
  expect(await find(exactly(mark))).toEqual([id])
})

test('without the model results are found by words, and get their vector once the model is there', async () => {
  const mark = word()
  const [id] = await insertResults(deps, alice.address, [story(`${mark} The trumpet was loud.`)])
  const warned: string[] = []
  const weights = { cache: `/nowhere/${mark}`, folder: undefined, mirror: new URL('http://127.0.0.1:1/') }
  const log = { ...silent, warn: (_: unknown, sentence?: string) => warned.push(sentence!) }
  await indexJobs({ db, config: { ...deps.config, weights } }, log as never)
  expect(warned).toEqual(['new results are found by words alone'])
  expect(await find(exactly(mark))).toEqual([id])
  const waiting = sql`select vector is null as waits from search_entries where job_id = ${id}`
  expect((await db.execute(waiting)).rows).toEqual([{ waits: true }])
  await db.execute(sql`update search_entries set try_after = now() where job_id = ${id}`)
  await indexJobs(deps, silent)
  expect((await db.execute(waiting)).rows).toEqual([{ waits: false }])
})

test('sorts by newest and by favorites of this week, ignoring older favorites', async () => {
  const mark = word()
  const [first, second, third] = await make([story(`${mark} a`), story(`${mark} b`), story(`${mark} c`)])
  const fans = [await signInSomeone(testApi), await signInSomeone(testApi)]
  for (const fan of fans) await fan.call(favoriteJob, { params: { id: second! } })
  await fans[0]!.call(favoriteJob, { params: { id: first! } })
  await alice.call(favoriteJob, { params: { id: third! } })
  await db.execute(
    sql`update favorites set id = overlay(id::text placing '01900000' from 1 for 8)::uuid where job_id = ${third}`,
  )
  expect(await find(exactly(mark), { sort: 'new' })).toEqual([third, second, first])
  expect(await find(exactly(mark), { sort: 'liked' })).toEqual([second, first, third])
  const { items } = await call(searchJobs, { query: { sort: 'liked', app_id: 'story-teller' } })
  const liked = items.map(({ id }) => id).filter((id) => [first, second, third].includes(id))
  expect(liked).toEqual([second, first])
})

test('a search without words lists the feed and marks the user’s favorites', async () => {
  const [id] = await make([story('A result to like.')])
  await alice.call(favoriteJob, { params: { id: id! } })
  const { items } = await alice.call(searchJobs, { query: { limit: 1 } })
  expect(items).toEqual([expect.objectContaining({ id, favorite: true, receipt: null })])
})

test('paging neither repeats nor skips a result', async () => {
  const mark = word()
  const ids = await make(Array.from({ length: 7 }, (_, place) => story(`${mark} number ${place}`)))
  for (const limit of [1, 3, 7]) {
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await call(searchJobs, { query: { q: mark, sort: 'new', limit, before } })
      seen.push(...page.items.map(({ id }) => id))
      before = page.next
    } while (before)
    expect(seen).toEqual(ids.toReversed())
  }
})

test.for([
  ['q=', 'validation_failed'],
  ['q=%20', 'validation_failed'],
  [`q=${'a'.repeat(101)}`, 'validation_failed'],
  ['q=a&q=b', 'validation_failed'],
  ['q=%00', 'invalid_text'],
  ['q=a&sort=best', 'validation_failed'],
  ['q=a&before=-1', 'validation_failed'],
  ['q=a&app_id=No', 'validation_failed'],
] as const)('[C11] [C25] refuses a search with "%s"', async ([query, code]) => {
  expectRefusal(await readAnswer(fetch(`${origin}/api/job/search?${query}`)), { status: 422, code })
})

test.for(["'", '"', '\\', '%', '*:*', '! & |', '(', '<->', '-', 'the of and', '🦊', "' or 1=1 --"])(
  'answers a search for %s',
  async (q) => {
    expect(Array.isArray(await find(q))).toBe(true)
  },
)
