import type { Job, JobFile } from '@infra/protocol/jobs'
import type { NetworkKey } from '@infra/protocol/signatures/network-keys'
import { inputHash, type Receipt, receiptTypedData, sha256Hex } from '@infra/protocol/signatures/receipts'
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
  const claims = {
    ...{ job: job.id, app: job.app.id, appVersion: 1, price: 3, startedAt: 1, runMs: 5, node: node.address },
    inputHash: await inputHash(job.input, { image: sha256 }),
    outputHashes: [sha256],
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

test('a receipt that holds, holds in every point', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict(job, receipt)).toEqual([true, true, true, true, true])
})

test('[finding U1] a reader who does not get the original can tell nothing of it, and verifies the rest', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  const shown = { ...job, input: { subject: 'object' }, inputFiles: [], inputFilesHidden: true }
  expect(await verdict(shown, receipt)).toEqual([true, null, true, true, true])
  // Its owner gets it, and it is compared as ever.
  expect(await verdict({ ...job, inputFilesHidden: true }, receipt)).toEqual([true, true, true, true, true])
  const other = { ...job, input: { subject: 'portrait' }, inputFilesHidden: true }
  expect(await verdict(other, receipt)).toEqual([true, false, true, true, true])
})

test('one changed byte on the way is noticed', async () => {
  arriving(new Uint8Array([1, 2, 4]))
  const { job, receipt } = await signed()
  expect(await verdict(job, receipt)).toEqual([false, false, true, true, true])
})

test('another input, another price, another signer are each noticed', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict({ ...job, input: { ...job.input, subject: 'portrait' } }, receipt)).toEqual([
    ...[true, false, true, true, true],
  ])
  expect(await verdict({ ...job, price: 4 }, receipt)).toEqual([true, true, false, true, true])
  const forged = await signed({ signer: stranger })
  expect(await verdict(forged.job, forged.receipt)).toEqual([true, true, true, false, true])
})

test('a signature that is no signature fails, and does not stop the rest', async () => {
  arriving(bytes)
  const { job, receipt } = await signed()
  expect(await verdict(job, { ...receipt, networkSignature: `0x${'0'.repeat(130)}` })).toEqual([
    ...[true, true, true, true, false],
  ])
})

test('a receipt that an earlier key countersigned holds; one of a key that was retired before, or is not ours, does not', async () => {
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
