import { sendOutput } from '@infra/hand-node/result'
import { uploadFile } from '@infra/protocol/files'
import { getJob, listFinishedJobs, submitJob, updateJob } from '@infra/protocol/jobs'
import { mistaken } from '@infra/safety/test/mistaken'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { rowOf } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { drawing } from '../test/inputs/sample-files.ts'

import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { judgePictures } from './judge-pictures.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const { safetyModel } = deps.files
afterEach(() => {
  deps.files.safetyModel = safetyModel
})

const explicit = await sharp(Buffer.from(mistaken)).png().toBuffer()
const { width, height } = await sharp(explicit).metadata()
const harmless = await drawing({ width, height }).png().toBuffer()
/** Another picture, because a node that returns the same picture for two inputs is refused. */
const alsoHarmless = await sharp(harmless).negate().png().toBuffer()

/** Runs cut-out with a coloured background. It may return another picture, since nobody knows what was behind the colour. */
async function run(given: Buffer, made: Buffer, verdict: { explicit?: true } = {}): Promise<string> {
  const upload = await alice.call(uploadFile, { file: new Blob([new Uint8Array(given)]) })
  await alice.call(submitJob, {
    body: { appId: 'cut-out', input: { image: upload.id, background: 'color' } },
  })
  const job = await node.claim()
  const sent = await sendOutput(node.call, job, {
    name: 'picture',
    kind: 'image',
    bytes: new Uint8Array(made),
  })
  await node.finish(job, [{ ...sent, ...verdict }])
  return job.jobId
}

const state = (id: string) =>
  rowOf(deps, sql`select hidden, hidden_because as because from jobs where id = ${id}`)
const inFeed = async (id: string) => (await call(listFinishedJobs)).items.some((job) => job.id === id)

test('shows a harmless picture in the feed at once', async () => {
  const id = await run(harmless, harmless)
  expect(await state(id)).toEqual({ hidden: false, because: null })
  expect(await inFeed(id)).toBe(true)
})

test.for([
  ['as the output', harmless, explicit, {}],
  ['as the input', explicit, alsoHarmless, {}],
  ['as reported by the node only', harmless, harmless, { explicit: true as const }],
] as const)('hides an explicit picture from everyone but its owner: %s', async ([, given, made, verdict]) => {
  const id = await run(given, made, verdict)
  expect(await state(id)).toEqual({ hidden: true, because: 'explicit' })
  expect(await inFeed(id)).toBe(false)
  await expect(call(getJob, { params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  const own = await alice.call(getJob, { params: { id } })
  expect(own).toMatchObject({
    status: 'finished',
    visibility: 'public',
    hidden: { why: expect.stringContaining('explicit') },
  })
  await alice.call(updateJob, { params: { id }, body: { visibility: 'private' } })
  await alice.call(updateJob, { params: { id }, body: { visibility: 'public' } })
  expect(await inFeed(id)).toBe(false)
})

test('serves the file of an explicit picture only by the owner’s signed link', async () => {
  const id = await run(harmless, explicit)
  const [file] = (await alice.call(getJob, { params: { id } })).outputs
  expect((await fetch(origin + file!.url!)).status).toBe(200)
  const unsigned = await readAnswer(fetch(origin + file!.url!.split('?')[0]!))
  expectRefusal(unsigned, { status: 404, code: 'not_found' })
})

test('hides pictures while none can be judged, and shows the harmless ones once they are judged', async () => {
  deps.files.safetyModel = async () => undefined
  // New pictures, because the verdicts of the earlier ones are cached.
  const bad = await sharp(explicit).resize(300).png().toBuffer()
  const size = await sharp(bad).metadata()
  const fresh = await drawing({ width: size.width, height: size.height }).png().toBuffer()
  const [good, evil] = [await run(fresh, fresh), await run(fresh, bad)]
  for (const id of [good, evil]) {
    expect(await state(id)).toEqual({ hidden: true, because: 'unjudged' })
    expect(await inFeed(id)).toBe(false)
  }
  await judgePictures(deps, pino({ level: 'silent' }))
  expect(await state(good)).toEqual({ hidden: true, because: 'unjudged' })

  deps.files.safetyModel = safetyModel
  await judgePictures(deps, pino({ level: 'silent' }))
  expect(await state(good)).toEqual({ hidden: false, because: null })
  expect(await state(evil)).toEqual({ hidden: true, because: 'explicit' })
  const { items } = await call(listFinishedJobs)
  const shown = items.find(({ id }) => id === good)
  expect((await fetch(origin + shown!.outputs[0]!.url!)).status).toBe(200)
  expect(await inFeed(evil)).toBe(false)
})
