import { firstResultOf, textOutput } from '@infra/hand-node/result'
import { type Assignment, claimJob, finishAttempt } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import {
  type Receipt,
  type ReceiptClaims,
  receiptTypedData,
  type SecondReceiptClaims,
} from '@infra/protocol/signatures/receipts'
import { pinnedModel } from '@infra/weights/pinned-model'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const alice = await signInSomeone(testApi)

/** Starts like the app's own beginning, which the gate checks. */
const STORY = 'Once upon a time, a little fox fell asleep.'

beforeEach(() => cancelAll(testApi.deps))

/** A text app's job, assigned to a node. */
async function leased(node: TestNode, appId: string): Promise<Assignment> {
  const input = appId === 'write' ? { prompt: 'Say hello' } : {}
  await alice.call(submitJob, { body: { appId, input } })
  return node.claim()
}

/** Submits a text with changed claims, signed by the node. */
async function finish(
  node: TestNode,
  job: Assignment,
  change: (claims: SecondReceiptClaims) => ReceiptClaims,
) {
  const { body, ...rest } = await node.result(job, [textOutput(STORY)])
  const claims = change(body.claims)
  const nodeSignature = await node.account.signTypedData(receiptTypedData(claims))
  return node.call(finishAttempt, { ...rest, body: { ...body, claims, nodeSignature } })
}

async function expectSigned(receipt: Receipt, node: TestNode): Promise<void> {
  const signers = [receipt.nodeSignature, receipt.networkSignature].map((signature) =>
    recoverTypedDataAddress({ ...receiptTypedData(receipt.claims), signature: signature as Hex }),
  )
  expect(await Promise.all(signers)).toEqual([node.id, receipt.network])
}

test('a receipt names engine, model and weights, and the network countersigns it', async () => {
  const node = await startNode(testApi)
  const job = await leased(node, 'story-teller')
  const receipt = await finish(node, job, (claims) => claims)
  expect(receipt.claims).toMatchObject({ v: 2, ...pinnedModel(['tinystories']), weightsProof: 'pinned' })
  await expectSigned(receipt, node)
  expect((await alice.call(getJob, { params: { id: job.jobId } })).receipt).toEqual(receipt)
})

test.for([
  { weights: 'ab'.repeat(32) },
  { weights: '0'.repeat(64) },
  { ...pinnedModel(['whisper-tiny']) },
  { model: 'a better one' },
  { weightsProof: 'declared' as const },
])('refuses a receipt that contradicts the pinned model or weights: %j', async (lie) => {
  const node = await startNode(testApi)
  const job = await leased(node, 'story-teller')
  await expect(finish(node, job, (claims) => ({ ...claims, ...lie }))).rejects.toMatchObject({
    code: 'receipt_invalid',
  })
  // The lease stays, so that the right receipt is still accepted.
  await finish(node, job, (claims) => claims)
})

test('a model that the operator chose can be declared, but not called pinned', async () => {
  const node = await startNode(testApi)
  const job = await leased(node, 'write')
  const declared = {
    engine: 'Ollama',
    engineVersion: '0.12.6',
    model: 'llama3.2:3b',
    weights: 'cd'.repeat(32),
  }
  await expect(
    finish(node, job, (claims) => ({ ...claims, ...declared, weightsProof: 'pinned' })),
  ).rejects.toMatchObject({ code: 'receipt_invalid' })
  const receipt = await finish(node, job, (claims) => ({ ...claims, ...declared }))
  expect(receipt.claims).toMatchObject({ ...declared, weightsProof: 'declared' })
  await expectSigned(receipt, node)
})

test('refuses a model name with a hidden text direction mark, in the client and in the API', async () => {
  const node = await startNode(testApi)
  const job = await leased(node, 'write')
  await expect(finish(node, job, (claims) => ({ ...claims, model: 'llama\u202e3' }))).rejects.toMatchObject({
    code: 'validation_failed',
  })
  // Bypasses the client, which would refuse it first.
  const { body } = await node.result(job, [textOutput('x')])
  const headers = {
    authorization: node.authorization,
    'content-type': 'application/json',
    'x-lease-token': job.leaseToken,
  }
  const sent = JSON.stringify({ ...body, claims: { ...body.claims, model: 'llama\u202e3' } })
  const url = `${testApi.origin}/api/attempt/${job.attemptId}/finish`
  const answer = await readAnswer(fetch(url, { method: 'POST', headers, body: sent }))
  expectRefusal(answer, { status: 422, code: 'validation_failed' })
})

test('an agent of protocol version 1 can still sign in, and its receipts are of the first type', async () => {
  const node = await startNode(testApi, { protocol: 1 })
  const job = await leased(node, 'story-teller')
  const result = await firstResultOf(node.account, job, [textOutput(STORY)])
  const receipt = await node.call(finishAttempt, result)
  expect(receipt.claims).not.toHaveProperty('v')
  expect(receiptTypedData(receipt.claims).domain.version).toBe('1')
  await expectSigned(receipt, node)
  expect((await alice.call(getJob, { params: { id: job.jobId } })).receipt).toEqual(receipt)
})

test('receipts must name the model as soon as an agent signs in with protocol version 2', async () => {
  const node = await startNode(testApi, { protocol: 1 })
  const call = await node.signIn({ protocol: 2 })
  const updated = { ...node, call, claim: async () => (await call(claimJob, { query: { wait: 5 } }))! }
  const job = await leased(updated, 'story-teller')
  const result = await firstResultOf(node.account, job, [textOutput(STORY)])
  await expect(call(finishAttempt, result)).rejects.toMatchObject({ code: 'receipt_invalid' })
  await finish(updated, job, (claims) => claims)
})
