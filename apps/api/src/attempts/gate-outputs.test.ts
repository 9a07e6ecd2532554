import { sendOutputs } from '@infra/hand-node/plausible-outputs'
import { encodeWav } from '@infra/inference/sound/wav'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { type Assignment, claimJob, finishAttempt } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { hasGate } from '@infra/trust/gates/gate-result'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, rowOf } from '../test/echo.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps, clock } = testApi
const gated = catalogue.map(({ id }) => id).filter(hasGate)
let node = await startNode(testApi)

beforeEach(async () => {
  await cancelAll(deps)
  clock.now = new Date(clock.now.getTime() + 60_000)
  // A new node, so that no pause or turn affects the next test.
  node = await startNode(testApi)
})

const picture = await drawing().png().toBuffer()
const mask = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#000' } })
  .composite([
    { input: { create: { width: 40, height: 40, channels: 3, background: '#fff' } }, left: 30, top: 20 },
  ])
  .png()
  .toBuffer()

interface Order {
  input?: AppInput
  /** By field. */
  files?: Record<string, Buffer>
}

/** By app; all others get the picture only. */
const orders: Record<string, Order> = {
  'story-teller': { input: { prompt: 'Once upon a time' } },
  speak: { input: { text: 'The quick brown fox jumps over the lazy dog.' } },
  transcribe: { files: { audio: wavOf({ seconds: 3 }) } },
  'erase-fill': { files: { image: picture, mask } },
}

async function leased(
  appId: string,
  { input = {}, files = {} }: Order = orders[appId] ?? { files: { image: picture } },
) {
  const person = await signInSomeone(testApi)
  const ids: AppInput = {}
  for (const [field, bytes] of Object.entries(files))
    ids[field] = (await person.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })).id
  await person.call(submitJob, { body: { appId, input: { ...input, ...ids } } })
  return { person, job: await node.claim() }
}

/** Outputs that cost nothing to make: the smallest file of each kind, and an empty text. */
const nothing: Record<string, Buffer> = {
  image: await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer(),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"></svg>'),
  json: Buffer.from('[]'),
  audio: encodeWav(new Float32Array(8_000), 8_000),
}

const garbageOf = (appId: string) =>
  Object.fromEntries(
    findApp(appId)!.outputs.map(({ name, kind }) => [name, kind === 'text' ? 'garbage' : nothing[kind]!]),
  )

test.for(gated)(
  '[finding S3] refuses a made-up result for %s without pay, and pays the next node that does the job',
  async (appId) => {
    const { person, job } = await leased(appId)
    const outputs = await sendOutputs(node.call, job, garbageOf(appId))
    await expect(node.finish(job, outputs)).rejects.toMatchObject({
      code: 'output_refused',
      message: expect.stringMatching(/^(The|A|Made) .*\.$/),
    })
    expect((await node.operator.call(getCredits)).pending).toBe(0)
    expect(await person.call(getJob, { params: { id: job.jobId } })).toMatchObject({
      status: 'queued',
      outputs: [],
      receipt: null,
    })
    // The attempt has ended and counts against the node.
    await expect(node.finish(job, outputs)).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await rowOf(deps, sql`select state, reason from attempts where id = ${job.attemptId}`)).toEqual({
      state: 'failed',
      reason: 'output_refused',
    })
    // Another node does the work and is paid.
    const other = await startNode(testApi)
    await other.finish((await other.call(claimJob))!)
    expect((await person.call(getJob, { params: { id: job.jobId } })).status).toBe('finished')
    expect((await other.operator.call(getCredits)).pending).toBeGreaterThan(0)
  },
)

const alike = await drawing()
  .composite([
    { input: { create: { width: 1, height: 1, channels: 3, background: '#fff' } }, left: 9, top: 9 },
  ])
  .png()
  .toBuffer()
const blank = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()

test('[finding S3] refuses the same output picture from a node for inputs that are not alike', async () => {
  const order = (image: Buffer) => leased('cut-out', { input: { background: 'color' }, files: { image } })
  const finishWithPicture = async (from: TestNode, job: Assignment) =>
    from.finish(job, await sendOutputs(from.call, job, { picture }))
  await finishWithPicture(node, (await order(picture)).job)
  await finishWithPicture(node, (await order(alike)).job)
  const { job } = await order(blank)
  await expect(finishWithPicture(node, job)).rejects.toMatchObject({
    code: 'output_refused',
    message: 'The same was submitted before for another input.',
  })
  // For another node, it's the first time.
  const other = await startNode(testApi)
  await finishWithPicture(other, (await other.call(claimJob))!)
})

test('refuses JSON of the wrong shape', async () => {
  for (const words of ['{"words":[]}', '[{"text":"Hi","box":[0,0,1,1]}]', '[null]', '7']) {
    node = await startNode(testApi)
    const { job } = await leased('read-text')
    await expect(
      node.finish(job, await sendOutputs(node.call, job, { text: 'Hi', words: Buffer.from(words) })),
    ).rejects.toMatchObject({ code: 'output_refused', message: 'The result is not complete.' })
    await cancelAll(deps)
  }
})

test('inspects simultaneous copies of a result one at a time, and returns the same receipt afterwards', async () => {
  const { job } = await leased('cut-out')
  const result = await node.result(job)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => node.call(finishAttempt, result)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  expect(await node.call(finishAttempt, result)).toEqual(await node.call(finishAttempt, result))
})
