import { resultOf, textOutput } from '@infra/hand-node/result'
import { type Assignment, finishAttempt, leaseOf, TEXT_OUTPUT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { cancelJob, getJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { receiptTypedData, type SecondReceiptClaims } from '@infra/protocol/signatures/receipts'
import { sql } from 'drizzle-orm'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { cancelAll, echo, makePublic, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

beforeEach(() => cancelAll(deps))

async function leased(text = 'a fox'): Promise<Assignment> {
  await alice.call(submitJob, echo(text))
  return node.claim()
}

/** Checks that nothing was accepted or paid, and that the lease still accepts a correct result. */
async function expectStillOpen(job: Assignment): Promise<void> {
  const { id } = await alice.call(getJob, { params: { id: job.jobId } })
  expect(await rowOf(deps, sql`select status, outputs, receipt from jobs where id = ${id}`)).toEqual({
    status: 'running',
    outputs: [],
    receipt: null,
  })
  await node.finish(job)
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'finished', charged: 1 })
}

test('a receipt carries typed-data signatures of the node and the network', async () => {
  const job = await leased()
  const receipt = await node.finish(job)
  const typedData = receiptTypedData(receipt.claims)
  const signers = [receipt.nodeSignature, receipt.networkSignature].map((signature) =>
    recoverTypedDataAddress({ ...typedData, signature: signature as Hex }),
  )
  expect(await Promise.all(signers)).toEqual([node.id, receipt.network])
  const { network } = await node.finish(await leased())
  expect(network).toBe(receipt.network)
  const seen = await alice.call(getJob, { params: { id: job.jobId } })
  expect(seen.receipt).toEqual(receipt)
  expect(seen.outputs.map(({ sha256 }) => sha256)).toEqual(receipt.claims.outputHashes)
})

const otherHash = 'ab'.repeat(32)
const falseClaims: [keyof SecondReceiptClaims, SecondReceiptClaims[keyof SecondReceiptClaims]][] = [
  ['job', '0198c0de-0000-7000-8000-000000000001'],
  ['app', 'vectorise'],
  ['appVersion', 2],
  ['appVersion', -1],
  ['inputHash', otherHash],
  ['outputHashes', [otherHash]],
  ['outputHashes', []],
  ['startedAt', 0],
  ['startedAt', -1],
  ['runMs', -1],
  ['runMs', 3_600_000],
  ['price', 2],
  ['price', 2 ** 53 - 1],
  ['node', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['model', 'u2netp'],
  ['weights', otherHash],
  ['weightsProof', 'declared'],
]
test.for(falseClaims)(
  '[N28] refuses a receipt that lies about %s (%j), even if the node signed it',
  async ([name, value]) => {
    const job = await leased()
    const { body, ...rest } = await node.result(job)
    const claims = { ...body.claims, [name]: value }
    // If the lie can be signed at all, the node signs it.
    const nodeSignature = await node.account
      .signTypedData(receiptTypedData(claims))
      .catch(() => body.nodeSignature)
    await expect(
      node.call(finishAttempt, { ...rest, body: { ...body, claims, nodeSignature } }),
    ).rejects.toMatchObject({ code: 'receipt_invalid' })
    await expectStillOpen(job)
  },
)

test('refuses a receipt with a wrong, altered or missing signature', async () => {
  const job = await leased()
  const { body, ...rest } = await node.result(job)
  const stranger = await resultOf(privateKeyToAccount(generatePrivateKey()), job, body.outputs)
  const flipped = body.nodeSignature.replace(/^0x(.)/, (_, digit) => `0x${digit === '0' ? '1' : '0'}`)
  for (const nodeSignature of [
    (await resultOf(node.account, { ...job, price: 2 }, body.outputs)).body.nodeSignature,
    stranger.body.nodeSignature,
    flipped as Hex,
    `0x${'0'.repeat(130)}` as const,
    `0x${'f'.repeat(130)}` as const,
  ]) {
    await expect(
      node.call(finishAttempt, { ...rest, body: { ...body, nodeSignature } }),
    ).rejects.toMatchObject({ code: 'receipt_invalid' })
  }
  await expect(
    node.call(finishAttempt, { ...rest, body: { ...body, nodeSignature: '0x' } }),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  await expectStillOpen(job)
})

test('refuses outputs other than those that the app declares', async () => {
  const job = await leased()
  const right = textOutput('a fox')
  const wrong = [
    [{ ...right, name: 'other' }],
    [right, right],
    [{ ...right, kind: 'json' as const }],
    [{ ...right, kind: 'image' as const }],
  ]
  for (const outputs of wrong) {
    await expect(node.call(finishAttempt, await node.result(job, outputs))).rejects.toMatchObject({
      code: 'output_refused',
    })
  }
  await expect(node.call(finishAttempt, await node.result(job, []))).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expectStillOpen(job)
})

test('refuses a text output whose hash does not match', async () => {
  const job = await leased()
  for (const output of [
    { ...textOutput('a fox'), text: 'another fox' },
    { ...textOutput('a fox'), text: undefined },
    { ...textOutput('a fox'), sha256: otherHash },
  ]) {
    await expect(node.call(finishAttempt, await node.result(job, [output]))).rejects.toMatchObject({
      code: 'output_refused',
    })
  }
  await expectStillOpen(job)
})

test('accepts a text output of the maximum length in any script, and refuses a longer one', async () => {
  for (const text of ['x'.repeat(TEXT_OUTPUT_CHARACTERS_MAX), '漢'.repeat(TEXT_OUTPUT_CHARACTERS_MAX), '']) {
    const job = await leased()
    await node.finish(job, [textOutput(text)])
    const { outputs } = await alice.call(getJob, { params: { id: job.jobId } })
    expect(outputs[0]).toMatchObject({ text, bytes: Buffer.byteLength(text) })
  }
  const job = await leased()
  await expect(
    node.finish(job, [textOutput('x'.repeat(TEXT_OUTPUT_CHARACTERS_MAX + 1))]),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  await expectStillOpen(job)
})

test('[N26] stores a text output exactly as the node wrote it, as plain text', async () => {
  const text = '<img src=x onerror=alert(1)> ![x](https://beacon.example) \n\ndata: x\u2028'
  const job = await leased()
  await node.finish(job, [textOutput(text)])
  expect((await alice.call(getJob, { params: { id: job.jobId } })).outputs).toMatchObject([
    { text, mime: 'text/plain', url: null, thumbnailUrl: null },
  ])
})

test('[C08] refuses text that cannot be stored, and then accepts a corrected result', async () => {
  const job = await leased()
  for (const text of ['a\0b', 'half \ud83e']) {
    await expect(node.finish(job, [textOutput(text)])).rejects.toMatchObject({ code: 'invalid_text' })
  }
  await expectStillOpen(job)
})

test('[N16] of two simultaneous results for one lease, one is accepted and the other conflicts', async () => {
  const job = await leased()
  const results = await Promise.all(['one', 'two'].map((text) => node.result(job, [textOutput(text)])))
  const outcomes = await Promise.allSettled(results.map((result) => node.call(finishAttempt, result)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ code: 'result_conflict' })
})

test('batches results that arrive together, and judges each of them separately', async () => {
  const other = await startNode(testApi)
  await deps.db.execute(sql`update nodes set slots = 16`)
  const taken: { from: typeof node; job: Assignment }[] = []
  for (let turn = 0; turn < 12; turn++) {
    await alice.call(submitJob, echo(`together ${turn}`))
    const from = turn % 3 === 0 ? other : node
    taken.push({ from, job: await from.claim() })
  }
  const [cancelled, forged] = [taken[1]!.job, taken[2]!.job]
  await alice.call(cancelJob, { params: { id: cancelled.jobId } })
  const before = [await node.operator.call(getCredits), await other.operator.call(getCredits)]
  const bodies = await Promise.all(taken.map(({ from, job }) => from.result(job)))
  bodies[2]!.body.nodeSignature = await other.account.signTypedData(receiptTypedData(bodies[2]!.body.claims))

  const finishes = holdStatement(deps, 'finish-jobs')
  const calls = taken.map(({ from }, place) => from.call(finishAttempt, bodies[place]!))
  const all = Promise.allSettled(calls)
  // The first is being written; when two others are refused, the rest have got this far and wait for it.
  await Promise.allSettled([calls[1], calls[2]])
  await eventually(() => expect(finishes.answers()).toBe(1))
  finishes.release()
  const outcomes = await all
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'taken'))).toEqual(
    taken.map(({ job }) =>
      job === cancelled ? 'job_cancelled' : job === forged ? 'receipt_invalid' : 'taken',
    ),
  )
  expect(finishes.answers()).toBeLessThan(10)
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') continue
    const { receipt, outputs } = await alice.call(getJob, { params: { id: taken[place]!.job.jobId } })
    expect(receipt).toEqual(outcome.value)
    expect(outputs[0]!.text).toBe(`together ${place}`)
  }
  const after = [await node.operator.call(getCredits), await other.operator.call(getCredits)]
  // A credit each; every twentieth of an operator's goes to the fee.
  const earned = after.map(({ pending }, place) => pending - before[place]!.pending)
  expect([5, 6]).toContain(earned[0])
  expect([3, 4]).toContain(earned[1])
  expect(await reconcile(deps.db)).toEqual([])
})

test('refuses a body that is larger than any result', async () => {
  const job = await leased()
  const { body } = await node.result(job)
  const outputs = Array.from({ length: 16 }, () => textOutput('x'.repeat(TEXT_OUTPUT_CHARACTERS_MAX)))
  await expect(
    node.call(finishAttempt, { ...leaseOf(job), body: { ...body, outputs } }),
  ).rejects.toMatchObject({ code: 'payload_too_large' })
  await expectStillOpen(job)
})

test('a job that its owner makes private while it is finishing is not announced in the feed', async () => {
  const job = await leased()
  await makePublic(deps.db, job.jobId)
  const shown: string[] = []
  const stop = deps.notifications.subscribe('feed', (id) => void shown.push(id))
  const held = holdStatement(deps, 'find-jobs-to-finish')
  const finished = node.finish(job)
  await eventually(() => expect(held.answers()).toBe(1))
  await alice.call(updateJob, { params: { id: job.jobId }, body: { visibility: 'private' } })
  held.release()
  await finished
  stop()
  expect(shown).toEqual([])
})
