import { getJob } from '@infra/protocol/jobs'
import { getReviewCounts, judgeCheck, listActs, listDisputedChecks } from '@infra/protocol/moderation'
import { getTrustFigures } from '@infra/protocol/trust'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type CheckedNetwork, levelOf, startCheckedNetwork } from '../test/checked/checked-network.ts'
import { availableOf, booksOf, checkNext, richPerson } from '../test/checked/checked-network-facts.ts'
import { rowOf } from '../test/echo.ts'

/** Three machines get three results, so nobody can tell which of them is wrong. */
async function dispute(visibility: 'public' | 'private' = 'public', isOfModerator = false) {
  const network = await startCheckedNetwork()
  const first = await network.startStoryNode('trusted', isOfModerator ? network.moderator : undefined)
  const person = await richPerson(network)
  const before = await availableOf(network, person)
  first.isCheating = true
  await checkNext(network)
  const { id: jobId } = await network.makeStory(person, visibility)
  for (const second of [await network.startReference(), await network.startReference()])
    second.isCheating = true
  await network.settle()
  const list = async () => (await network.moderator.call(listDisputedChecks, { query: {} })).items
  const judge = async (act: 'agreed' | 'contradicted' | 'leave', why = 'I compared them.') =>
    network.moderator.call(judgeCheck, { params: { id: (await list())[0]!.id }, body: { act, why } })
  return { network, first, person, before, jobId, list, judge }
}

const runsOf = async ({ api }: CheckedNetwork) =>
  Number((await rowOf(api.deps, sql`select count(*) from jobs where for_node_id is not null`)).count)

test('shows a moderator the input and all results of a check without a majority', async () => {
  const { network, first, jobId, list } = await dispute()
  const [check, ...others] = await list()
  expect(others).toEqual([])
  expect(check).toMatchObject({
    jobId,
    app: { id: 'story-teller' },
    input: { values: { prompt: expect.any(String) } },
  })
  expect(check!.results.map(({ isReference }) => isReference)).toEqual([false, true, true])
  expect(check!.results[0]!.node.id).toBe(first.account.address)
  expect(new Set(check!.results.map(({ outputs }) => outputs[0]!.text)).size).toBe(3)
  expect(await network.moderator.call(getReviewCounts)).toMatchObject({ checks: 1 })
})

test('a result that a moderator finds wrong is refunded and strikes its node, and its owner gets another', async () => {
  const { network, first, person, before, jobId, list, judge } = await dispute()
  const other = (await list())[0]!.results[1]!.outputs[0]!.text
  const { id } = await judge('contradicted', 'The first one is nonsense.')
  const job = await person.call(getJob, { params: { id: jobId } })
  expect(job).toMatchObject({ charged: 0, check: { state: 'contradicted' } })
  expect(job.check!.statement!.check).toMatchObject({ outcome: 'contradicted' })
  const given = await person.call(getJob, { params: { id: job.check!.rightJobId! } })
  expect(given.outputs[0]!.text).toBe(other)
  expect(await availableOf(network, person)).toBe(before)
  expect(await levelOf(network, first)).toMatchObject({
    ...{ strikes: 1, watchLeft: 20 },
    ...{ checks: 1, unclear: 0, contradicted: 1 },
  })
  expect(await list()).toEqual([])
  expect((await network.moderator.call(listActs, { query: {} })).items).toMatchObject([
    { kind: 'check_contradicted', subject: jobId, why: 'The first one is nonsense.' },
  ])
  await expect(
    network.moderator.call(judgeCheck, { params: { id }, body: { act: 'leave', why: 'Twice.' } }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect((await network.api.call(getTrustFigures)).days).toMatchObject([{ contradicted: 1, strikes: 1 }])
  expect(await booksOf(network)).toEqual([])
})

test('a result that a moderator finds right counts as agreed, and the other results are deleted', async () => {
  const { network, first, jobId, judge } = await dispute()
  expect(await runsOf(network)).toBe(2)
  await judge('agreed')
  expect(await network.api.call(getJob, { params: { id: jobId } })).toMatchObject({
    hidden: null,
    check: { state: 'agreed', statement: { check: { outcome: 'agreed' } } },
  })
  expect(await levelOf(network, first)).toMatchObject({ checks: 1, agreed: 1, unclear: 0, strikes: 0 })
  expect(await runsOf(network)).toBe(0)
})

test('a moderator can leave a check unclear, without a strike for any node', async () => {
  const { network, first, jobId, list, judge } = await dispute()
  await judge('leave')
  expect(await network.api.call(getJob, { params: { id: jobId } })).toMatchObject({
    check: { state: 'unclear' },
  })
  expect(await levelOf(network, first)).toMatchObject({ agreed: 0, strikes: 0 })
  expect(await runsOf(network)).toBe(0)
  expect(await list()).toEqual([])
})

test('a moderator cannot judge a check of their own node', async () => {
  const { network, first, list, judge } = await dispute('public', true)
  for (const act of ['agreed', 'contradicted', 'leave'] as const)
    await expect(judge(act)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await list()).toHaveLength(1)
  expect(await levelOf(network, first)).toMatchObject({ agreed: 0, unclear: 1 })
})

test('a moderator sees nothing of a private result, and can only leave its check unclear', async () => {
  const { list, judge } = await dispute('private')
  expect(await list()).toMatchObject([{ input: null, results: [{ outputs: [] }, { outputs: [] }, {}] }])
  for (const act of ['agreed', 'contradicted'] as const)
    await expect(judge(act)).rejects.toMatchObject({ code: 'forbidden' })
  await judge('leave')
  expect(await list()).toEqual([])
})
