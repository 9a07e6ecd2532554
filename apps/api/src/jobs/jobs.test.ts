import { textOutput } from '@infra/hand-node/result'
import { claimJob, failAttempt, finishAttempt, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { cancelJob, getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi

const echo = (text: string) => ({ body: { appId: 'echo', input: { text } } })

test('[I-7] [R-API-6] [R-API-12] a job is submitted, run by a node, finished and paid for', async () => {
  const alice = await signInSomeone(testApi)
  const node = await startNode(testApi)

  const job = await alice.call(submitJob, echo('a fox'))
  expect(job).toMatchObject({
    status: 'queued',
    price: 1,
    seq: 1,
    input: { text: 'a fox', seconds: 0 },
    outputs: [],
  })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 1, pending: 0 })

  const assignment = await node.claim()
  expect(assignment).toMatchObject({ jobId: job.id, app: { id: 'echo', version: 1 }, price: 1 })
  const receipt = await node.finish(assignment)

  const finished = await alice.call(getJob, { params: { id: job.id } })
  expect(finished).toMatchObject({
    status: 'finished',
    attempts: 1,
    outputs: [{ name: 'text', kind: 'text', text: 'a fox', url: null }],
    node: { id: node.id },
    receipt,
  })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 1, held: 0, pending: 0 })
  expect(await node.operator.call(getCredits)).toMatchObject({ available: STARTER_CREDITS, pending: 1 })
  const { items } = await alice.call(getStatement)
  expect(items.map(({ kind, available, held }) => ({ kind, available, held }))).toEqual([
    { kind: 'settle', available: 0, held: -1 },
    { kind: 'hold', available: -1, held: 1 },
    { kind: 'starter', available: STARTER_CREDITS, held: 0 },
  ])
  expect(await reconcile(deps.db)).toEqual([])
  expect((await alice.call(listMyJobs)).items.map(({ id }) => id)).toEqual([job.id])
})

test('a repeated finish returns the same receipt and pays only once', async () => {
  const alice = await signInSomeone(testApi)
  const node = await startNode(testApi)
  await alice.call(submitJob, echo('once'))
  const assignment = await node.claim()
  const result = await node.result(assignment)

  const receipts = await Promise.all(Array.from({ length: 10 }, () => node.call(finishAttempt, result)))
  for (const receipt of receipts) expect(receipt).toEqual(receipts[0])
  expect(await node.operator.call(getCredits)).toMatchObject({ available: STARTER_CREDITS, pending: 1 })
  await expect(
    node.call(finishAttempt, await node.result(assignment, [textOutput('another')])),
  ).rejects.toMatchObject({ code: 'result_conflict' })
})

test('refunds a cancelled job at once and notifies its node', async () => {
  const alice = await signInSomeone(testApi)
  const node = await startNode(testApi)
  const { id } = await alice.call(submitJob, echo('never mind'))
  const assignment = await node.claim()

  const beat = node.call(renewLease, { ...leaseOf(assignment), query: { wait: 10 }, body: {} })
  beat.catch(() => {})
  expect(await alice.call(cancelJob, { params: { id } })).toMatchObject({ status: 'cancelled' })
  await expect(beat).rejects.toMatchObject({ code: 'job_cancelled' })
  await expect(node.finish(assignment)).rejects.toMatchObject({ code: 'job_cancelled' })
  expect(await alice.call(cancelJob, { params: { id } })).toMatchObject({ status: 'cancelled' })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
})

test('[R-API-12] ends a job in error after three failed attempts and charges nothing', async () => {
  const alice = await signInSomeone(testApi)
  const nodes = await Promise.all([startNode(testApi), startNode(testApi), startNode(testApi)])
  const { id } = await alice.call(submitJob, echo('poison'))
  for (const node of nodes) {
    const assignment = (await node.call(claimJob))!
    await node.call(failAttempt, {
      ...leaseOf(assignment),
      body: { reason: 'app_failed', detail: 'boom', final: false },
    })
  }
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({
    status: 'error',
    reason: 'app_failed',
    attempts: 3,
  })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  expect(await reconcile(deps.db)).toEqual([])
})
