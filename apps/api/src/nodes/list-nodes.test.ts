import { findApp } from '@infra/protocol/apps/catalogue'
import { submitJob } from '@infra/protocol/jobs'
import {
  getNodeMap,
  listNodes,
  MAP_CELLS,
  type NodeQuery,
  type NodeSort,
  NodeState,
  type PublicNode,
} from '@infra/protocol/nodes'
import { updateMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { canRun } from '../matching/matching-rules.ts'
import { cancelAll, echo } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { recountNetwork } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { readNetworkNow } from './network-now.ts'
import { listNodesById } from './node-queries.ts'
import { stateOf } from './node-rules.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const { db } = deps
const operator = await signInSomeone(testApi)

const COUNT = 61
const idOf = (n: number) => `0x${String(n).padStart(40, '0')}`

beforeAll(async () => {
  await operator.call(updateMe, { body: { name: 'Ada of the attic' } })
  await db.execute(sql`
    insert into nodes (id, operator, account, name, slots, created_at, last_seen_at, hardware, apps)
    select '0x' || lpad(n::text, 40, '0'), ${operator.address.toLowerCase()},
      (select id from ledger_accounts where address = ${operator.address.toLowerCase()}),
      case when n % 2 = 0 then 'even ' else 'Odd ' end || lpad(n::text, 2, '0'), 1, now() - make_interval(hours => n),
      case when n % 5 = 0 then now() - interval '1 hour' else now() end,
      case when n % 2 = 0 then '{"cores": 1, "memoryMb": 8192, "mflops": 1, "platform": "test"}'::jsonb end,
      jsonb_build_array(jsonb_build_object('id', case when n = 7 then 'vectorise' else 'echo' end, 'version', 1))
    from generate_series(1, ${COUNT}) n`)
  await db.execute(sql`update nodes set maintenance = true where id in (${idOf(3)}, ${idOf(5)})`)
  await db.execute(
    sql`update nodes set paused_until = now() + interval '1 hour', paused_reason = 'Failed.' where id = ${idOf(4)}`,
  )
  // Many nodes have the same figures, so that pages end between equal ones.
  await db.execute(sql`update node_figures set finished = right(node_id, 2)::int / 10, failed = right(node_id, 1)::int,
    uptime = (right(node_id, 2)::int % 3) / 3.0, minutes_week = 10, until_hour = date_trunc('hour', now()), credits = right(node_id, 2)::int % 7`)
})

async function readAll(query: NodeQuery) {
  const items = []
  let before: string | undefined
  do {
    const page = await call(listNodes, { query: { ...query, limit: 7, ...(before && { before }) } })
    items.push(...page.items)
    before = page.next
  } while (before)
  return items
}

test('[I-6] lists 25 nodes per page, and every page but the last has a cursor to the next', async () => {
  const first = await call(listNodes)
  expect(first.items).toHaveLength(25)
  const second = await call(listNodes, { query: { before: first.next! } })
  const third = await call(listNodes, { query: { before: second.next! } })
  expect(third.items).toHaveLength(COUNT - 50)
  expect(third.next).toBeUndefined()
  const ids = [...first.items, ...second.items, ...third.items].map(({ id }) => id)
  expect(new Set(ids).size).toBe(COUNT)
})

test.for<[NodeSort, (node: PublicNode) => number | string]>([
  ['jobs', (node) => -node.jobsDone],
  ['success', (node) => -(node.success?.low ?? -1).toFixed(5)],
  ['uptime', (node) => -(Number(node.id.slice(-2)) % 3)],
  ['earned', (node) => -node.creditsEarned],
  ['newest', (node) => -node.createdAt.getTime()],
  ['name', (node) => node.name.toLowerCase()],
])('sorting by %s lists every node once and in order across pages', async ([sort, keyOf]) => {
  const nodes = await readAll({ sort })
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(COUNT)
  const keys = nodes.map(keyOf)
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  const reversed = await readAll({ sort, order: sort === 'name' ? 'desc' : 'asc' })
  expect(reversed).toEqual(nodes.toReversed())
})

test('finds nodes by name, operator, address and app, ignoring case', async () => {
  const names = async (search: string) => (await readAll({ search, sort: 'name' })).map(({ name }) => name)
  expect(await names('ODD 0')).toEqual(['Odd 01', 'Odd 03', 'Odd 05', 'Odd 07', 'Odd 09'])
  expect(await names('the ATTIC')).toHaveLength(COUNT)
  expect(await names(idOf(12).toUpperCase().replace('0X', '0x'))).toEqual(['even 12'])
  expect(await names(operator.address.slice(0, 12))).toHaveLength(COUNT)
  expect(await names('vectorise')).toEqual(['Odd 07'])
  // None of these works as a pattern.
  for (const search of ['%', '_', "'", '\\', '🦊', 'no such node']) expect(await names(search)).toEqual([])
})

test('combines filters, and filters by the state that each node shows', async () => {
  for (const state of NodeState.options) {
    const nodes = await readAll({ state })
    expect(nodes.every((node) => node.state === state)).toBe(true)
  }
  const even = await readAll({ state: 'offline', search: 'even', app_id: 'echo' })
  expect(even.map(({ name }) => name).toSorted()).toEqual(
    ['10', '20', '30', '40', '50', '60'].map((n) => `even ${n}`),
  )
})

test('the network’s counts match a count of its nodes one by one', async () => {
  const busy = await startNode(testApi, { slots: 1 })
  await startNode(testApi, { hardware: { cores: 1, memoryMb: 1, mflops: 1, platform: 'test' } })
  const alice = await signInSomeone(testApi)
  await alice.call(submitJob, echo('runs'))
  await busy.claim()
  await alice.call(submitJob, echo('waits'))
  await db.execute(sql`update nodes set paused_apps = jsonb_build_object('echo', jsonb_build_object('until', now() + interval '1 hour'))
    where id = ${idOf(12)}`)
  await recountNetwork(db)
  const network = await readNetworkNow(db)
  const { rows } = await db.execute<{ id: string }>(sql`select id from nodes where removed_at is null`)
  const nodes = await listNodesById(
    db,
    rows.map(({ id }) => id),
  )
  const states = Object.groupBy(nodes, stateOf)
  expect(network.nodes).toEqual(
    Object.fromEntries(NodeState.options.map((state) => [state, states[state]?.length ?? 0])),
  )
  expect(network.nodes.busy).toBe(1)
  expect(network).toMatchObject({ running: 1, queued: { echo: 1 } })
  const able = nodes.filter((one) => canRun(one, findApp('echo')!))
  const free = able.filter(({ running, slots }) => running < slots)
  expect(network.apps.echo).toEqual({ able: able.length, free: free.length, trusted: able.length })
  expect(free.length).toBeGreaterThan(10)
  expect(free.length).toBe(able.length - 1)
  await cancelAll(deps)
})

test('the map counts every node in one cell and has a fixed size', async () => {
  const { cells } = await call(getNodeMap)
  expect(cells).toHaveLength(MAP_CELLS)
  const sum = (index: number) => cells.reduce((total, cell) => total + cell[index]!, 0)
  expect(sum(0)).toBe(COUNT + 2)
  expect(sum(1)).toBeLessThan(COUNT)
})

test.for(['x', '1', "';--", idOf(1), 'F'.repeat(40)])('refuses an invalid cursor: %s', async (before) => {
  await expect(call(listNodes, { query: { before } })).rejects.toMatchObject({ code: 'validation_failed' })
})

test.for([
  { sort: 'speed' },
  { state: 'gone' },
  { search: '' },
  { search: 'x'.repeat(61) },
  { limit: 101 },
  { offset: 5 },
])('refuses an invalid query: %o', async (query) => {
  await expect(call(listNodes, { query: query as object })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})
