import { claimJob } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { getReviewCounts, listActs } from '@infra/protocol/moderation'
import { deleteMe } from '@infra/protocol/my-data'
import { createLinkToken, getNode, removeNode, updateNode } from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import {
  appealSanction,
  decideSanction,
  listMySanctions,
  listSanctions,
  type SanctionAct,
  type SanctionDecision,
  sanctionNode,
  sanctionOperator,
} from '@infra/protocol/sanctions'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { echo } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAddress(key) } })
const { call, deps } = testApi
const moderator = await signInSomeone(testApi, key)
const alice = await signInSomeone(testApi)
/** Always online, so that jobs are accepted. It claims only when a test asks for it. */
const good = await startNode(testApi)

const WHY = 'It returned the same picture for every job.'
const idOf = (node: TestNode) => ({ params: { id: node.id as `0x${string}` } })
const judgeNode = (node: TestNode, act: SanctionAct, by: Person = moderator) =>
  by.call(sanctionNode, { ...idOf(node), body: { act, why: WHY } })
const judgeOperator = ({ address }: Person, act: SanctionAct) =>
  moderator.call(sanctionOperator, { params: { id: address }, body: { act, why: WHY } })
const decide = (id: string, act: SanctionDecision, why = 'Looked at again.') =>
  moderator.call(decideSanction, { params: { id }, body: { act, why } })

test('[finding S2] a suspended node loses its jobs to others at once, gets no more, and its operator reads why', async () => {
  const bad = await startNode(testApi)
  const { id } = await alice.call(submitJob, echo('a'))
  const taken = await bad.claim()
  const sanction = await judgeNode(bad, 'suspend')
  expect(sanction).toMatchObject({
    kind: 'suspended',
    node: { id: bad.id },
    why: WHY,
    appeal: null,
    lifted: null,
  })
  await expect(bad.finish(taken)).rejects.toMatchObject({ code: 'lease_lost' })
  expect(await bad.call(claimJob)).toBeNull()
  await good.finish(await good.claim())
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({
    status: 'finished',
    node: { id: good.id },
  })
  expect(await call(getNode, idOf(bad))).toMatchObject({
    state: 'maintenance',
    maintenanceReason: `Suspended: ${WHY}`,
  })
  const [mine] = (await bad.operator.call(listMyNodes)).items
  expect(mine!.whyNoJobs).toContain(WHY)
  expect(await reconcile(deps.db)).toEqual([])
})

test('[finding S2] an operator can’t undo the ban of their node', async () => {
  const bad = await startNode(testApi)
  await judgeNode(bad, 'ban')
  await bad.operator.call(updateNode, { ...idOf(bad), body: { maintenance: true } })
  await bad.operator.call(updateNode, { ...idOf(bad), body: { maintenance: false } })
  await alice.call(submitJob, echo('b'))
  expect(await bad.call(claimJob)).toBeNull()
  await bad.operator.call(removeNode, idOf(bad))
  for (const operator of [bad.operator, await signInSomeone(testApi)]) {
    const { token } = await operator.call(createLinkToken)
    await expect(bad.signIn({ linkToken: token })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(WHY),
    })
  }
  // The operator can still link another node, because only this one is banned.
  const next = await startNode(testApi, { operator: bad.operator })
  await next.finish(await next.claim())
  await next.operator.call(removeNode, idOf(next))
})

test('[finding S2] a banned operator can’t run nodes, even after deleting the account and signing in again', async () => {
  const operatorKey = generatePrivateKey()
  const operator = await signInSomeone(testApi, operatorKey)
  const nodes = [await startNode(testApi, { operator }), await startNode(testApi, { operator })]
  await judgeOperator(operator, 'ban')
  await alice.call(submitJob, echo('c'))
  for (const node of nodes) expect(await node.call(claimJob)).toBeNull()
  await expect(startNode(testApi, { operator })).rejects.toMatchObject({ code: 'forbidden' })
  await operator.call(deleteMe)
  const again = await signInSomeone(testApi, operatorKey)
  await expect(startNode(testApi, { operator: again })).rejects.toMatchObject({ code: 'forbidden' })
  await good.finish(await good.claim())
})

test('an operator can appeal once, and a lifted suspension lets the node work again', async () => {
  const node = await startNode(testApi)
  const { id } = await judgeNode(node, 'suspend')
  const before = await moderator.call(getReviewCounts)
  const appeal = (by: Person) =>
    by.call(appealSanction, { params: { id }, body: { text: 'It was the weights: they are whole again.' } })
  await expect(appeal(alice)).rejects.toMatchObject({ code: 'not_found' })
  expect(await appeal(node.operator)).toMatchObject({
    appeal: { text: 'It was the weights: they are whole again.', answer: null },
  })
  await expect(appeal(node.operator)).rejects.toMatchObject({ code: 'conflict' })
  expect((await moderator.call(getReviewCounts)).appeals).toBe(before.appeals + 1)
  const { items } = await moderator.call(listSanctions, { query: { stage: 'appealed' } })
  expect(items.map((item) => item.id)).toContain(id)
  expect(await decide(id, 'lift', 'Right, it was repaired.')).toMatchObject({
    appeal: { answer: 'Right, it was repaired.' },
    lifted: { why: 'Right, it was repaired.' },
  })
  await expect(decide(id, 'lift')).rejects.toMatchObject({ code: 'conflict' })
  expect((await node.operator.call(listMySanctions)).items).toMatchObject([
    { id, lifted: { why: 'Right, it was repaired.' } },
  ])
  await alice.call(submitJob, echo('d'))
  await node.finish(await node.claim())
  await node.operator.call(removeNode, idOf(node))
})

test('a moderator can’t decide on the appeal of their own node', async () => {
  const own = await startNode(testApi, { operator: moderator })
  const { id } = await judgeNode(own, 'suspend')
  await moderator.call(appealSanction, { params: { id }, body: { text: 'It is my own node.' } })
  for (const act of ['lift', 'uphold'] as const)
    await expect(decide(id, act)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a rejected appeal leaves the sanction in force', async () => {
  const node = await startNode(testApi)
  const { id } = await judgeNode(node, 'suspend')
  await expect(decide(id, 'uphold')).rejects.toMatchObject({ code: 'conflict' })
  await node.operator.call(appealSanction, { params: { id }, body: { text: 'I did nothing.' } })
  expect(await decide(id, 'uphold', 'The results say otherwise.')).toMatchObject({
    appeal: { answer: 'The results say otherwise.' },
    lifted: null,
  })
  expect((await call(getNode, idOf(node))).state).toBe('maintenance')
})

test('a ban replaces a suspension, and lifting a node’s ban leaves its operator’s suspension in force', async () => {
  const node = await startNode(testApi)
  await judgeNode(node, 'suspend')
  await expect(judgeNode(node, 'suspend')).rejects.toMatchObject({ code: 'conflict' })
  const ban = await judgeNode(node, 'ban')
  await expect(judgeNode(node, 'suspend')).rejects.toMatchObject({ code: 'conflict' })
  const whole = await judgeOperator(node.operator, 'suspend')
  await decide(ban.id, 'lift')
  expect((await call(getNode, idOf(node))).state).toBe('maintenance')
  await decide(whole.id, 'lift')
  expect((await call(getNode, idOf(node))).state).toBe('online')
  await node.operator.call(removeNode, idOf(node))
})

test('only moderators can sanction, and every decision is recorded with its reason', async () => {
  const node = await startNode(testApi)
  await expect(judgeNode(node, 'ban', alice)).rejects.toMatchObject({ code: 'forbidden' })
  const { id } = await judgeNode(node, 'suspend')
  await decide(id, 'lift', 'A mistake of mine.')
  const { items } = await moderator.call(listActs, { query: { limit: 2 } })
  expect(items).toMatchObject([
    { kind: 'node_reinstated', subject: node.id, why: 'A mistake of mine.', moderator: moderator.address },
    { kind: 'node_suspended', subject: node.id, why: WHY },
  ])
  await expect(
    moderator.call(sanctionNode, { params: { id: `0x${'9'.repeat(40)}` }, body: { act: 'ban', why: WHY } }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(judgeOperator({ address: `0x${'9'.repeat(40)}` } as Person, 'ban')).rejects.toMatchObject({
    code: 'not_found',
  })
})
