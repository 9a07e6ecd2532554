import { claimJob } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { removeNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { matureEarnings } from '../ledger/mature-earnings.ts'
import { levelOf, STORY, setLevel, startCheckedNetwork } from '../test/checked/checked-network.ts'
import { booksOf, listChecks, pendingOf, richPerson } from '../test/checked/checked-network-facts.ts'
import { giveCanaries } from './give-canaries.ts'

test('[trust: entrance] a new node gets only canaries and no people’s jobs, and passes ten per day at most', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const node = await network.startStoryNode('new')
  const reference = await network.startReference()
  const person = await richPerson(network)
  reference.isAway = true
  await person.call(submitJob, { body: { appId: STORY.id, input: { prompt: 'Once' } } })
  expect(await node.call(claimJob)).toBeNull()
  reference.isAway = false
  await network.makeStory(person)

  const pass = async () => {
    await giveCanaries(api.deps)
    await network.settle()
  }
  for (let canary = 0; canary < 8; canary++) await pass()
  expect(await levelOf(network, node)).toMatchObject({ level: 'probation' })
  // On probation it rises by at most ten canaries per day.
  for (let canary = 0; canary < 12; canary++) await pass()
  expect(await levelOf(network, node)).toMatchObject({ level: 'probation', passed: 10 })
  expect(await pendingOf(network, node)).toBe(0)
  expect(await booksOf(network)).toEqual([])
})

test('[finding S3] a node that computes nothing can fail its entrance three times per day, and earns nothing', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const node = await network.startStoryNode('new')
  node.isCheating = true
  await network.startReference()
  for (let canary = 0; canary < 10; canary++) {
    await giveCanaries(api.deps)
    await network.settle()
  }
  expect(await levelOf(network, node)).toMatchObject({ level: 'new', entrance: { isOpen: false } })
  // Two wrong answers end an entrance.
  expect(await listChecks(network)).toHaveLength(6)
  expect(await pendingOf(network, node)).toBe(0)
})

test('[trust: private] a known node gets only public jobs, and one on probation only small ones queued for a minute', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const known = await network.startStoryNode('known')
  const beginner = await network.startStoryNode('probation')
  const person = await richPerson(network)
  const order = (visibility: 'public' | 'private') =>
    person.call(submitJob, { body: { appId: STORY.id, input: { prompt: visibility }, visibility } })
  await expect(order('private')).rejects.toMatchObject({
    code: 'app_unavailable',
    message: expect.stringContaining('trusted'),
  })
  await order('public')
  expect(await beginner.call(claimJob)).toBeNull()
  expect((await known.call(claimJob))?.input.prompt).toBe('public')
  await order('public')
  expect(await beginner.call(claimJob)).toBeNull()
  await deps.db.execute(
    sql`update jobs set created_at = now() - interval '61 seconds' where status = 'queued'`,
  )
  await deps.db.execute(sql`update jobs set price = 13 where status = 'queued'`)
  expect(await beginner.call(claimJob)).toBeNull()
  await deps.db.execute(sql`update jobs set price = 12 where status = 'queued'`)
  expect((await beginner.call(claimJob))?.input.prompt).toBe('public')
})

test('removing a node and linking it again does not change its level', async () => {
  const network = await startCheckedNetwork()
  const node = await network.startStoryNode('probation')
  const before = await levelOf(network, node)
  await node.operator.call(removeNode, { params: { id: node.account.address } })
  await network.linkAgain(node)
  expect(await levelOf(network, node)).toEqual(before)
})

test('an operator can have three nodes that are new or on probation, and no more', async () => {
  const network = await startCheckedNetwork()
  const { operator } = await network.startStoryNode('new')
  await network.startStoryNode('probation', operator)
  await network.startStoryNode('new', operator)
  await expect(network.startStoryNode('new', operator)).rejects.toMatchObject({ code: 'forbidden' })
  for (let node = 0; node < 4; node++) await network.startReference()
})

test('[trust: held] does not pay out pending earnings while the node is on probation or watched', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const node = await network.startStoryNode('known')
  await network.makeUncheckedStory(await richPerson(network))
  const earned = await pendingOf(network, node)
  expect(earned).toBeGreaterThan(0)
  await deps.db.execute(sql`update pending_earnings set at = now() - interval '31 days'`)
  await setLevel(network.api, node, 'probation')
  await matureEarnings(deps.db)
  expect(await pendingOf(network, node)).toBe(earned)
  await setLevel(network.api, node, 'known')
  await deps.db.execute(
    sql`update trust_records set record = record || '{"watchLeft": 1}' where node_id = ${node.id.toLowerCase()}`,
  )
  await matureEarnings(deps.db)
  expect(await pendingOf(network, node)).toBe(earned)
  await setLevel(network.api, node, 'known')
  await matureEarnings(deps.db)
  expect(await pendingOf(network, node)).toBe(0)
})

test('checks the first result after an update of the agent, and the next at the usual rate', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const node = await network.startStoryNode('trusted')
  await network.startReference()
  const person = await richPerson(network)
  // Enough is pending to make a check unlikely.
  await deps.db.execute(
    sql`update trust_records set record = record || ${JSON.stringify({ program: 'ab'.repeat(32) })}::jsonb`,
  )
  await deps.db.execute(
    sql`update ledger_accounts set pending = 100000 where address = ${node.operator.address.toLowerCase()}`,
  )
  const rates = async () =>
    (await deps.db.execute(sql`select rate_ppm from attempts where drawn_on is not null order by ended_at`))
      .rows
  await network.makeStoryOn(person, node)
  expect(await rates()).toEqual([{ rate_ppm: 1_000_000 }])
  await network.settle()
  expect((await levelOf(network, node)).program).not.toBe('ab'.repeat(32))
  await network.makeStoryOn(person, node)
  expect(await rates()).toEqual([{ rate_ppm: 1_000_000 }, { rate_ppm: 22_000 }])
})
