import { listMyJobs } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderEach, runEcho } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps, origin } = testApi
const { db } = deps
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)

const texts = [
  'A red FOX in the snow',
  '100% wool',
  '1000 wool',
  'snake_case',
  'snakeXcase',
  String.raw`back\slash`,
  "it's * quoted",
  'Über den Wolken',
]
for (const text of texts) await runEcho(deps, { person: alice, node, text })

/** The input texts of the jobs that are found, newest first. */
async function find(search: string, query: object = {}, person: Person = alice): Promise<string[]> {
  const { items } = await person.call(listMyJobs, { query: { ...query, search } })
  return items.map(({ input }) => String(input.text))
}

test.for<[string, string[]]>([
  ['fox', ['A red FOX in the snow']],
  ['RED fox', ['A red FOX in the snow']],
  ['  fox  ', ['A red FOX in the snow']],
  ['über', ['Über den Wolken']],
  ['WOLKEN', ['Über den Wolken']],
  ['wool', ['1000 wool', '100% wool']],
  ['%', ['100% wool']],
  ['0%', ['100% wool']],
  ['_', ['snake_case']],
  ['e_c', ['snake_case']],
  ['\\', [String.raw`back\slash`]],
  ["'", ["it's * quoted"]],
  ['*', ["it's * quoted"]],
  ["' or 1=1 --", []],
  ['no such thing', []],
  // These occur in the job's data, but not in its text.
  ['sha256', []],
  ['text/plain', []],
  ['true', []],
])('[G17] "%s" finds exactly the jobs whose text contains it, ignoring case', async ([search, found]) => {
  expect(await find(search)).toEqual(found)
})

test('finds a job by its app’s name and by its app’s id', async () => {
  const bob = await signInSomeone(testApi)
  const ids = []
  for (const text of ['one', 'two']) ids.push(await runEcho(deps, { person: bob, node, text }))
  await db.execute(sql`update jobs set app_id = 'read-text' where id = ${ids[0]!}`)
  for (const search of ['read text', 'READ-TEXT', 'ad te']) {
    expect({ search, found: await find(search, {}, bob) }).toEqual({ search, found: ['one'] })
  }
})

test('searches outputs and choices, but not the ids of input files', async () => {
  const bob = await signInSomeone(testApi)
  const id = await runEcho(deps, { person: bob, node, text: 'input' })
  await db.execute(sql`
    update jobs set input = '{"image": "0198c0de-0000-7000-8000-000000000000", "language": "eng"}',
      input_files = jsonb_build_array(outputs -> 0 || '{"name": "image", "text": null}'),
      outputs = jsonb_build_array(outputs -> 0 || '{"text": "Dear Sir or Madam"}', outputs -> 0 || '{"text": null}')
    where id = ${id}`)
  const found = async (search: string) => (await find(search, {}, bob)).length
  expect(await found('dear sir')).toBe(1)
  expect(await found('ENG')).toBe(1)
  expect(await found('c0de')).toBe(0)
})

test('does not find the jobs of another user', async () => {
  expect(await find('fox', {}, await signInSomeone(testApi))).toEqual([])
})

test('[G10] paging through a search repeats and skips nothing, and other filters apply too', async () => {
  const bob = await signInSomeone(testApi)
  const wanted: string[] = []
  for (let place = 0; place < 7; place++) {
    await runEcho(deps, { person: bob, node, text: `other ${place}` })
    await runEcho(deps, { person: bob, node, text: `Needle ${place}` })
    wanted.unshift(`Needle ${place}`)
  }
  await orderEach(bob, ['needle, waiting'])
  for (const limit of [1, 2, 3, 7, 100]) {
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await bob.call(listMyJobs, {
        query: { limit, before, search: 'needle', status: 'finished' },
      })
      seen.push(...page.items.map(({ input }) => String(input.text)))
      before = page.next
    } while (before)
    expect(seen).toEqual(wanted)
  }
  expect(await find('needle', { status: 'queued' }, bob)).toEqual(['needle, waiting'])
  expect(await find('needle', { app_id: 'read-text' }, bob)).toEqual([])
  expect(await find('needle', { offset: 2, limit: 2, status: 'finished' }, bob)).toEqual(wanted.slice(2, 4))
})

test.for([
  ['', 'validation_failed'],
  ['%20%20', 'validation_failed'],
  ['a'.repeat(101), 'validation_failed'],
  ['a&search=b', 'validation_failed'],
  ['%00', 'invalid_text'],
] as const)('[C11] [C25] refuses a search for "%s"', async ([search, code]) => {
  const headers = { authorization: `Bearer ${alice.tokens.accessToken}` }
  expectRefusal(await readAnswer(fetch(`${origin}/api/job?search=${search}`, { headers })), {
    status: 422,
    code,
  })
})

test('[C11] accepts a search of 100 characters, counted as people count them', async () => {
  expect(await find('🦊'.repeat(100))).toEqual([])
})
