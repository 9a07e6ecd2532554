import type { Job, JobFile } from '@infra/protocol/jobs'
import { type Check, checkTypedData, NO_NODE } from '@infra/protocol/signatures/checks'
import type { NetworkKey } from '@infra/protocol/signatures/network-keys'
import {
  inputHash,
  type Receipt,
  type ReceiptClaims,
  receiptTypedData,
  sha256Hex,
} from '@infra/protocol/signatures/receipts'
import { FIRST_RECEIPT_HASH, FIRST_RECEIPT_TEXT, firstReceipt } from '@infra/protocol/test/first-receipt'
import { hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { testJob } from '../test-job.ts'
import { verifyReceipt } from './verify-receipt.ts'

const node = privateKeyToAccount(generatePrivateKey())
const network = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const bytes = new Uint8Array([1, 2, 3])

afterEach(() => vi.unstubAllGlobals())

async function signed({
  signer = node,
}: {
  signer?: typeof node
} = {}): Promise<{ job: Job; receipt: Receipt }> {
  const sha256 = await sha256Hex(bytes)
  const file = { name: 'image', kind: 'image', url: '/api/file/x', text: null, sha256 } as JobFile
  const job = testJob({
    input: { image: 'an upload', subject: 'object' },
    inputFiles: [file],
    outputs: [{ ...file, name: 'picture' }],
    node: { id: node.address, name: 'Fern' },
  })
  const claims: ReceiptClaims = {
    v: 2,
    ...{ job: job.id, app: job.app.id, appVersion: 1, price: 3, startedAt: 1, runMs: 5, node: node.address },
    inputHash: await inputHash(job.input, { image: sha256 }),
    outputHashes: [sha256],
    ...{ engine: 'onnxruntime-node', engineVersion: '1.30.0', model: 'u2netp, modnet', weights: sha256 },
    ...{ weightsProof: 'pinned', agent: '1.0.1', program: sha256, platform: 'linux-arm64' },
  }
  const data = receiptTypedData(claims)
  const receipt = {
    claims,
    nodeSignature: await signer.signTypedData(data),
    network: network.address,
    networkSignature: await network.signTypedData(data),
  }
  return { job, receipt }
}

const arriving = (content: Uint8Array<ArrayBuffer>) =>
  vi.stubGlobal('fetch', async () => new Response(content))
const today = [{ address: network.address, until: null }]
const verdict = async (job: Job, receipt: Receipt, keys: NetworkKey[] = today) =>
  (await verifyReceipt(job, receipt, keys)).map(({ holds }) => holds)

test('a genuine receipt holds in every point', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict(job, receipt)).toEqual([true, true, true, true, true])
})

test('[finding U1] a reader without the original can’t verify the input, but verifies the rest', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  const shown = { ...job, input: { subject: 'object' }, inputFiles: [], inputFilesHidden: true }
  expect(await verdict(shown, receipt)).toEqual([true, null, true, true, true])
  // Its owner gets the original, which is compared as usual.
  expect(await verdict({ ...job, inputFilesHidden: true }, receipt)).toEqual([true, true, true, true, true])
  const other = { ...job, input: { subject: 'portrait' }, inputFilesHidden: true }
  expect(await verdict(other, receipt)).toEqual([true, false, true, true, true])
})

test('a changed byte in a file is noticed', async () => {
  arriving(new Uint8Array([1, 2, 4]))
  const { job, receipt } = await signed()
  expect(await verdict(job, receipt)).toEqual([false, false, true, true, true])
})

test('a changed input, price or signer is noticed', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict({ ...job, input: { ...job.input, subject: 'portrait' } }, receipt)).toEqual([
    ...[true, false, true, true, true],
  ])
  expect(await verdict({ ...job, price: 4 }, receipt)).toEqual([true, true, false, true, true])
  const forged = await signed({ signer: stranger })
  expect(await verdict(forged.job, forged.receipt)).toEqual([true, true, true, false, true])
})

test('an invalid signature fails without stopping the other checks', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict(job, { ...receipt, networkSignature: `0x${'0'.repeat(130)}` })).toEqual([
    ...[true, true, true, true, false],
  ])
})

test('a countersignature holds only with a network key that was not retired when the job started', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  const newKey = { address: stranger.address, until: null }
  const retired = (until: number) => ({ address: network.address, until: new Date(until) })
  const { startedAt } = receipt.claims
  expect(await verdict(job, receipt, [newKey, retired(startedAt)])).toEqual([true, true, true, true, true])
  for (const keys of [[newKey, retired(startedAt - 1)], [newKey]]) {
    expect(await verdict(job, receipt, keys)).toEqual([true, true, true, true, false])
  }
})

test('changing the engine, model or weights in a receipt breaks its signatures', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  const falseClaims = {
    model: 'a better one',
    weights: 'ab'.repeat(32),
    engineVersion: '9',
    weightsProof: 'declared',
  }
  for (const [name, value] of Object.entries(falseClaims)) {
    const claims = { ...receipt.claims, [name]: value } as ReceiptClaims
    expect(await verdict(job, { ...receipt, claims })).toEqual([true, true, true, false, false])
  }
})

const firstJob = testJob({
  id: firstReceipt.claims.job,
  app: { id: 'echo', version: 1, name: 'Echo' },
  input: { text: FIRST_RECEIPT_TEXT, seconds: 0 },
  outputs: [{ name: 'text', kind: 'text', url: null, text: FIRST_RECEIPT_TEXT } as JobFile],
  price: 1,
  node: { id: firstReceipt.claims.node, name: 'Fern' },
})

test('a receipt of the first type still holds, with the key that was in use then', async () => {
  expect(hashTypedData(receiptTypedData(firstReceipt.claims))).toBe(`0x${FIRST_RECEIPT_HASH}`)
  const past = { address: firstReceipt.network, until: new Date(firstReceipt.claims.startedAt) }
  const keys = [{ address: network.address, until: null }, past]
  expect(await verdict(firstJob, firstReceipt, keys)).toEqual([true, true, true, true, true])
  expect(await verdict({ ...firstJob, price: 2 }, firstReceipt, keys)).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
  expect(await verdict(firstJob, firstReceipt)).toEqual([true, true, true, true, false])
})

test('claims of the second type without their version don’t pass as the first type', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  const { v: _, ...claims } = receipt.claims as Extract<ReceiptClaims, { v: 2 }>
  expect(await verdict(job, { ...receipt, claims })).toEqual([true, true, true, false, false])
})

async function checked(change: Partial<Check> = {}, signer = network) {
  const check: Check = {
    receiptHash: FIRST_RECEIPT_HASH,
    outcome: 'agreed',
    comparator: 'story-teller',
    comparatorVersion: 1,
    distance: 0,
    ratePpm: 22_000,
    second: NO_NODE,
    at: 5,
    ...change,
  }
  const networkSignature = await signer.signTypedData(checkTypedData(check))
  return { check, network: signer.address, networkSignature }
}

test('a check is verified with its receipt, and explained in words', async () => {
  const keys = [...today, { address: firstReceipt.network, until: null }]
  const claimsWith = async (check: Awaited<ReturnType<typeof checked>>) =>
    (await verifyReceipt(firstJob, firstReceipt, keys, check)).slice(5)
  const statement = { claim: 'The network says that of this receipt.', holds: true }
  expect(await claimsWith(await checked())).toEqual([
    {
      claim: 'The network says: A second machine ran it again and got the same result.',
      holds: true,
      warns: false,
    },
    statement,
  ])
  const other = await claimsWith(await checked({ receiptHash: 'ab'.repeat(32), outcome: 'contradicted' }))
  expect(other).toEqual([
    {
      claim: 'The network says: Other machines ran it again and got a different result.',
      holds: true,
      warns: true,
    },
    { ...statement, holds: false },
  ])
  const forged = await claimsWith(await checked({}, stranger))
  expect(forged.map(({ holds }) => holds)).toEqual([false, true])
  const genuine = await checked()
  const changed = { ...genuine, check: { ...genuine.check, outcome: 'overturned' as const } }
  expect((await claimsWith(changed)).map(({ holds }) => holds)).toEqual([false, true])
})
