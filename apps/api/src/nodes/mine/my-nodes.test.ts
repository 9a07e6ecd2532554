import { failAttempt, leaseOf } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { createLinkToken, removeNode } from '@infra/protocol/nodes'
import {
  getMyNode,
  listMyNodes,
  listNodeAttempts,
  type MyNodeQuery,
  updateMyNodes,
} from '@infra/protocol/nodes/my-nodes'
import { getNodeLog, LOG_LINES_MAX, LOG_LINES_SENT_MAX, sendNodeLog } from '@infra/protocol/nodes/node-log'
import { TAGS_MAX } from '@infra/protocol/values/node-tag'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { rollUp } from '../../jobs/roll-up.ts'
import { echo, rowOf, runEcho } from '../../test/echo.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { startTestApi } from '../../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
await liftRateLimits(deps)
const [ada, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]

const COUNT = 60
const idOf = (n: number) => `0x${String(n).padStart(40, '0')}` as Hex

/** Ada has 60 nodes, and Bob has three with the same names. */
beforeAll(async () => {
  const insert = (person: Person, offset: number, count: number) =>
    db.execute(sql`
      insert into nodes (id, operator, account, name, created_at, last_seen_at, apps, agent_version)
      select '0x' || lpad((${offset} + n)::text, 40, '0'), ${person.address.toLowerCase()},
        (select id from ledger_accounts where address = ${person.address.toLowerCase()}),
        'Rack ' || lpad(n::text, 2, '0'), now(), case when n % 4 = 0 then now() - interval '1 hour' else now() end,
        '[{"id": "echo", "version": 1}]', '1.0.' || n
      from generate_series(1, ${count}::int) n`)
  await insert(ada, 0, COUNT)
  await insert(bob, 1000, 3)
  await db.execute(sql`update node_figures set day_finished = right(node_id, 2)::int % 7`)
  await db.execute(sql`
    insert into node_alerts (node_id, operator, kind, since, over_at)
    select id, operator, 'offline', now(), case when id = ${idOf(8)} then now() end from nodes where id in (${idOf(4)}, ${idOf(8)})`)
})

async function readAll(person: Person, query: MyNodeQuery = {}) {
  const items = []
  let before: string | undefined
  do {
    const page = await person.call(listMyNodes, { query: { ...query, limit: 25, ...(before && { before }) } })
    items.push(...page.items)
    before = page.next
  } while (before)
  return items
}

const namesOf = async (query: MyNodeQuery) => (await readAll(ada, query)).map(({ name }) => name)

test('operators list all of their own nodes, sorted and by page, and no others', async () => {
  const mine = await readAll(ada)
  expect(mine.map(({ name }) => name)).toEqual(
    Array.from({ length: COUNT }, (_, n) => `Rack ${String(n + 1).padStart(2, '0')}`),
  )
  expect(mine[6]).toMatchObject({ agentVersion: '1.0.7', tags: [], alerts: [], creditsLastDay: 0 })
  expect(await readAll(bob)).toHaveLength(3)
  const busiest = (await readAll(ada, { sort: 'day' })).map(({ id }) => Number(id.slice(-2)) % 7)
  expect(busiest).toEqual(busiest.toSorted((a, b) => b - a))
})

test('finds nodes by name, state, tag and alert, and counts all of the operator’s nodes', async () => {
  await ada.call(updateMyNodes, { body: { ids: [idOf(3), idOf(4)], addTags: ['Basement '] } })
  expect(await namesOf({ search: 'rack 1' })).toHaveLength(10)
  expect(await namesOf({ search: 'baseM' })).toEqual(['Rack 03', 'Rack 04'])
  expect(await namesOf({ tag: 'basement', state: 'offline' })).toEqual(['Rack 04'])
  expect(await namesOf({ alerts: 'open' })).toEqual(['Rack 04'])
  expect(await readAll(bob, { tag: 'basement' })).toEqual([])
  // The operator's own address doesn't match, since it would match all of their nodes.
  expect(await namesOf({ search: ada.address.slice(0, 12).toLowerCase() })).toEqual([])
  const { counts } = await ada.call(listMyNodes, { query: { search: 'no such node' } })
  expect(counts).toEqual({
    all: COUNT,
    states: { online: 45, busy: 0, maintenance: 0, offline: 15 },
    alerts: 1,
    tags: [{ tag: 'basement', nodes: 2 }],
  })
  const answer = await fetch(`${testApi.origin}/api/node/${idOf(3)}`)
  expect(await answer.text()).not.toContain('basement')
  await ada.call(updateMyNodes, { body: { ids: [idOf(3), idOf(4)], removeTags: ['basement'] } })
  expect((await ada.call(listMyNodes)).counts.tags).toEqual([])
})

test('starts and ends maintenance of all 60 nodes in one call, and a repeat changes nothing', async () => {
  const ids = Array.from({ length: COUNT }, (_, n) => idOf(n + 1))
  const set = (maintenance: boolean) => ada.call(updateMyNodes, { body: { ids, maintenance } })
  for (let time = 0; time < 2; time++) {
    const { items } = await set(true)
    expect(items.map(({ id }) => id.toLowerCase())).toEqual(ids)
    expect(items.every(({ maintenance }) => maintenance)).toBe(true)
  }
  expect((await set(false)).items.every(({ maintenance }) => !maintenance)).toBe(true)
})

test('changes no node if one belongs to another operator or would have too many tags', async () => {
  const stateOfAll = () =>
    rowOf(
      deps,
      sql`select count(*) filter (where maintenance)::int as resting, sum(cardinality(tags))::int as tags from nodes`,
    )
  await ada.call(updateMyNodes, { body: { ids: [idOf(2)], addTags: [...'bAcdefgh'] } })
  const before = await stateOfAll()
  expect(before).toEqual({ resting: 0, tags: TAGS_MAX })
  for (const other of [idOf(1001), idOf(999)])
    await expect(
      ada.call(updateMyNodes, { body: { ids: [idOf(1), other], maintenance: true, addTags: ['x'] } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    ada.call(updateMyNodes, { body: { ids: [idOf(1), idOf(2)], maintenance: true, addTags: ['x'] } }),
  ).rejects.toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/addTags' }] })
  expect(await stateOfAll()).toEqual(before)
  const swapped = { ids: [idOf(2)], addTags: ['x'], removeTags: ['a'] }
  expect((await ada.call(updateMyNodes, { body: swapped })).items[0]!.tags).toEqual([...'bcdefgh', 'x'])
})

test.for([[['']], [['x'.repeat(25)]], [['a\u202eb']], [['a,b']], [[...'abcdefghi']]])(
  'refuses invalid tags: %o',
  async ([tags]) => {
    await expect(ada.call(updateMyNodes, { body: { ids: [idOf(5)], addTags: tags } })).rejects.toMatchObject({
      code: expect.stringMatching(/validation_failed|invalid_text/),
    })
  },
)

test('an operator sees a node’s attempts and why they failed, but nothing of private jobs', async () => {
  const node = await startNode(testApi, { agentVersion: '1.0.1' })
  const { operator } = node
  const id = node.id as Hex
  const alice = await signInSomeone(testApi)
  const shown = await runEcho(deps, { person: alice, node, inFeed: true })
  await runEcho(deps, { person: alice, node, text: 'my secret' })
  await db.execute(sql`update jobs set check_status = '{"state": "agreed"}' where id = ${shown}`)
  await alice.call(submitJob, echo('my secret'))
  const failed = await node.claim()
  await node.call(failAttempt, {
    ...leaseOf(failed),
    body: { reason: 'out_of_memory', detail: 'It took 9 GB.', final: false },
  })
  const attempt = { app: { id: 'echo', name: 'Echo' }, check: null, jobId: null, reason: null, detail: null }
  const { items } = await operator.call(listNodeAttempts, { params: { id } })
  expect(items).toMatchObject([
    { ...attempt, id: failed.attemptId, state: 'failed', reason: 'out_of_memory', detail: 'It took 9 GB.' },
    { ...attempt, state: 'finished' },
    { ...attempt, state: 'finished', jobId: shown, check: 'agreed' },
  ])
  expect(JSON.stringify(items)).not.toContain('secret')
  expect(await operator.call(getMyNode, { params: { id } })).toMatchObject({
    id,
    agentVersion: '1.0.1',
    failures: [{ state: 'failed', reason: 'out_of_memory', count: 1, lastAt: items[0]!.endedAt }],
  })

  const byOne: string[] = []
  for (let before: string | undefined; ; ) {
    const page = await operator.call(listNodeAttempts, { params: { id }, query: { limit: 1, before } })
    byOne.push(...page.items.map((one) => one.id))
    before = page.next
    if (!before) break
  }
  expect(byOne).toEqual(items.map((one) => one.id))
  const failures = await operator.call(listNodeAttempts, { params: { id }, query: { only: 'failed' } })
  expect(failures.items.map(({ state }) => state)).toEqual(['failed'])
  for (const before of ['x', id])
    await expect(
      operator.call(listNodeAttempts, { params: { id }, query: { before } }),
    ).rejects.toMatchObject({ code: 'validation_failed' })

  await rollUp(db)
  const { creditsLastDay } = await operator.call(getMyNode, { params: { id } })
  expect(creditsLastDay).toBeGreaterThan(0)
})

test('the new operator of a removed node sees neither its tags nor its earlier attempts', async () => {
  const node = await startNode(testApi)
  const id = node.id as Hex
  await runEcho(deps, { person: ada, node })
  await rollUp(db)
  await node.operator.call(updateMyNodes, { body: { ids: [id], addTags: ['mine'] } })
  await node.operator.call(removeNode, { params: { id } })
  await expect(node.operator.call(getMyNode, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  const { token: linkToken } = await bob.call(createLinkToken)
  await node.signIn({ linkToken })
  expect(await bob.call(getMyNode, { params: { id } })).toMatchObject({ tags: [], creditsLastDay: 0 })
  expect((await bob.call(listNodeAttempts, { params: { id } })).items).toEqual([])
})

test('a node’s log is bounded, visible only to its operator and deleted once the node stops sending it', async () => {
  const node = await startNode(testApi, { sendsLog: true })
  const { operator } = node
  const id = node.id as Hex
  const logOf = async (person: Person) => (await person.call(getNodeLog, { params: { id } })).log
  expect(await logOf(operator)).toBeNull()
  for (let n = 0; n < LOG_LINES_MAX / LOG_LINES_SENT_MAX + 1; n++) {
    const lines = Array.from({ length: LOG_LINES_SENT_MAX }, (_, place) => `${n} ${place}`)
    await node.call(sendNodeLog, { body: { lines } })
  }
  const log = await logOf(operator)
  expect(log!.lines).toHaveLength(LOG_LINES_MAX)
  expect([log!.lines[0], log!.lines.at(-1)]).toEqual(['1 0', '6 49'])
  await expect(logOf(bob)).rejects.toMatchObject({ code: 'not_found' })
  expect((await operator.call(exportMe)).nodeLogs).toMatchObject([{ nodeId: id, lines: log!.lines }])

  await node.signIn({ sendsLog: true })
  expect(await logOf(operator)).toEqual(log)
  await node.signIn({ sendsLog: false })
  expect(await logOf(operator)).toBeNull()
  const other = await startNode(testApi, { operator, sendsLog: true })
  await other.call(sendNodeLog, { body: { lines: ['x'] } })
  await operator.call(removeNode, { params: { id: other.id as Hex } })
  expect((await operator.call(exportMe)).nodeLogs).toEqual([])
  const last = await startNode(testApi, { operator, sendsLog: true })
  await last.call(sendNodeLog, { body: { lines: ['x'] } })
  await operator.call(deleteMe)
  expect(await rowOf(deps, sql`select count(*)::int as count from node_logs`)).toEqual({ count: 0 })
})
