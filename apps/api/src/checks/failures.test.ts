import { claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { listMySanctions } from '@infra/protocol/sanctions'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  type CheckedNetwork,
  levelOf,
  STORY,
  type StoryNode,
  startCheckedNetwork,
} from '../test/checked/checked-network.ts'
import { booksOf, richPerson } from '../test/checked/checked-network-facts.ts'
import { applyReferenceSetting } from '../trust/trust-records.ts'
import { suspendFalseFinals } from './suspend-false-finals.ts'

const order = { appId: STORY.id, input: { prompt: 'Once' } }

/** After a minute, nodes on probation may take a job that no better node can start. */
const waitForAMinute = ({ api }: CheckedNetwork) =>
  api.deps.db.execute(
    sql`update jobs set created_at = now() - interval '61 seconds', avoid_until = null where status = 'queued'`,
  )

async function fail(node: StoryNode, final = false): Promise<void> {
  const job = (await node.call(claimJob))!
  await node.call(failAttempt, {
    ...leaseOf(job),
    body: { reason: final ? 'input_unreadable' : 'app_failed', detail: 'It did not work.', final },
  })
}

test('[finding S2] suspends a node that calls three inputs unreadable that another node then runs', async () => {
  const network = await startCheckedNetwork()
  const { api } = network
  const lyingNode = await network.startStoryNode('known')
  const honest = await network.startStoryNode('known')
  const person = await richPerson(network)
  honest.isAway = true
  for (let job = 1; job <= 3; job++) {
    const { id } = await person.call(submitJob, { body: order })
    await fail(lyingNode, true)
    const claimed = (await honest.call(claimJob))!
    await honest.finish(claimed)
    expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'finished' })
    await suspendFalseFinals(api.deps)
    expect((await levelOf(network, lyingNode)).suspended).toEqual(
      job < 3 ? null : { at: expect.any(Number), reason: 'false_finals' },
    )
  }
  const { items } = await lyingNode.operator.call(listMySanctions)
  expect(items).toMatchObject([{ kind: 'suspended', why: expect.stringContaining('unreadable') }])
  expect((await levelOf(network, honest)).suspended).toBeNull()
  await suspendFalseFinals(api.deps)
  expect((await lyingNode.operator.call(listMySanctions)).items).toHaveLength(1)
})

test('[finding S2] failures of nodes on probation do not count against the job, and have no vote', async () => {
  const network = await startCheckedNetwork()
  const newNodes = await Promise.all(Array.from({ length: 4 }, () => network.startStoryNode('probation')))
  const person = await richPerson(network)
  // A better node serves the app, but is busy.
  const known = await network.startStoryNode('known')
  const { id } = await person.call(submitJob, { body: order })
  for (const [at, newNode] of newNodes.entries()) {
    await waitForAMinute(network)
    await fail(newNode, at % 2 === 1)
  }
  expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'queued' })
  await waitForAMinute(network)
  const claimed = (await known.call(claimJob))!
  await known.finish(claimed)
  expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'finished' })
  expect(await booksOf(network)).toEqual([])
})

test('ends and refunds a job that three known operators failed', async () => {
  const network = await startCheckedNetwork()
  const nodes = await Promise.all(Array.from({ length: 3 }, () => network.startStoryNode('known')))
  const person = await richPerson(network)
  const { id } = await person.call(submitJob, { body: order })
  for (const node of nodes) {
    expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'queued' })
    await fail(node)
  }
  expect(await person.call(getJob, { params: { id } })).toMatchObject({ status: 'error', charged: 0 })
  expect(await booksOf(network)).toEqual([])
})

test('a node whose receipts do not name the model gets no private jobs', async () => {
  const network = await startCheckedNetwork()
  const node = await network.startStoryNode('trusted')
  const person = await richPerson(network)
  const ofPrivate = { ...order, visibility: 'private' as const }
  await person.call(submitJob, { body: ofPrivate })
  const old = await node.signIn({ protocol: 1 })
  expect(await old(claimJob)).toBeNull()
  const current = await node.signIn()
  expect((await current(claimJob))?.input.prompt).toBe('Once')
})

test('nodes of a former reference operator start over as new, and those of an added one are reference nodes', async () => {
  const network = await startCheckedNetwork()
  const { deps } = network.api
  const node = await network.startReference()
  const stranger = await network.startStoryNode('known')
  expect(await levelOf(network, node)).toMatchObject({ level: 'trusted', isReference: true })
  const changed = { ...deps.config, referenceOperators: new Set([stranger.operator.address.toLowerCase()]) }
  await applyReferenceSetting({ ...deps, config: changed })
  expect(await levelOf(network, node)).toMatchObject({ level: 'new', isReference: false })
  expect(await levelOf(network, stranger)).toMatchObject({ level: 'trusted', isReference: true })
})
