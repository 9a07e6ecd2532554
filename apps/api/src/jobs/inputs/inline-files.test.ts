import { readdir } from 'node:fs/promises'
import { resultReference } from '@infra/protocol/apps/result-reference'
import { uploadFile } from '@infra/protocol/files'
import { type Job, submitJob } from '@infra/protocol/jobs'
import { submitBatch } from '@infra/protocol/jobs/batches'
import { quoteJob } from '@infra/protocol/jobs/quote-job'
import type { ErrorCode, FieldProblem } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { QUOTA_BYTES } from '../../files/file-rules.ts'
import { makeTestKey } from '../../test/api-key.ts'
import { cancelAll, rowOf } from '../../test/echo.ts'
import { expectRefusal, readAnswer } from '../../test/expect-refusal.ts'
import { drawing, flatPng, wavOf } from '../../test/inputs/sample-files.ts'
import { startNode } from '../../test/node.ts'
import { signInSomeone } from '../../test/person.ts'
import { startTestApi } from '../../test/start-test-api.ts'

const api = await startTestApi()
const { deps } = api
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice, { creditsPerDay: 400 })
const node = await startNode(api, {
  apps: ['upscale', 'erase-fill', 'transcribe'].map((id) => ({ id, version: 1 })),
})
const png = await drawing({ width: 40, height: 30 }).png().toBuffer()

beforeEach(() => cancelAll(deps))
afterEach(async () => expect(await readdir(deps.files.tempDir)).toEqual([]))

const dataUrl = (bytes: Buffer | string, mime = 'image/png') =>
  `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
const order = (image: string, appId = 'upscale') => ({ body: { appId, input: { image } } })
const uploads = async () => Number((await rowOf(deps, sql`select count(*) from uploads`))!.count)
const jobs = async () => Number((await rowOf(deps, sql`select count(*) from jobs`))!.count)

/** Checks the whole refusal as sent over HTTP, and that nothing was stored. */
async function expectRefused(
  body: object,
  expected: { status: number; code: ErrorCode; errors?: FieldProblem[] },
): Promise<void> {
  const before = [await uploads(), await jobs()]
  const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
  const sent = fetch(`${api.origin}/api/job`, { method: 'POST', headers, body: JSON.stringify(body) })
  expectRefusal(await readAnswer(sent), expected)
  expect([await uploads(), await jobs()]).toEqual(before)
}

test('checks a picture that is embedded in a job and stores it as an upload of the account', async () => {
  const job = await key.call(submitJob, order(dataUrl(png)))
  expect(job.inputFiles).toMatchObject([{ name: 'image', mime: 'image/png', width: 40, height: 30 }])
  const row = await rowOf(
    deps,
    sql`select owner, sha256 from uploads where id = ${(job.input as { image: string }).image}`,
  )
  expect(row).toEqual({ owner: alice.address.toLowerCase(), sha256: job.inputFiles[0]!.sha256 })
  // An upload of the same bytes gives the same file.
  const sent = await alice.call(uploadFile, { file: new Blob([new Uint8Array(png)]) })
  expect(sent.sha256).toBe(job.inputFiles[0]!.sha256)
  const assigned = await node.claim()
  expect(assigned.files.image!.sha256).toBe(sent.sha256)
})

test('ignores the MIME type that a data URL claims, and accepts any spelling of base64', async () => {
  const wrapped = png.toString('base64').replaceAll(/.{76}/g, '$&\n')
  for (const url of [
    dataUrl(png, 'image/jpeg'),
    dataUrl(png, 'text/html;charset=utf-8'),
    `DATA:;BASE64,${png.toString('base64url')}`,
    `data:image/png;base64,${wrapped}`,
    `data:image/png;base64,${png.toString('base64').replace(/=+$/, '')}`,
  ])
    expect((await key.call(submitJob, order(url))).inputFiles).toMatchObject([{ mime: 'image/png' }])
})

test('decodes JSON escapes in a large body', async () => {
  const large = await drawing({ width: 760, height: 760 }).png({ compressionLevel: 0 }).toBuffer()
  expect(large.length).toBeGreaterThan(1_500_000)
  const body = JSON.stringify(order(dataUrl(large)).body)
    .replaceAll('/', '\\/')
    .replaceAll('+', '\\u002B')
  const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
  const answer = await fetch(`${api.origin}/api/job/price`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ credits: expect.any(Number) }),
  ])
})

const BASE64 = [{ pointer: '/input/image', message: 'must be base64 after the comma' }]
const FORM = [{ pointer: '/input/image', message: 'must be a data URL in base64: data:image/png;base64,…' }]
const UNUSABLE = [{ pointer: '/input/image', message: 'can’t be used' }]
const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.for<[string, string, { status: number; code: ErrorCode; errors: FieldProblem[] }]>([
  ['an empty file', 'data:image/png;base64,', { status: 422, code: 'empty_file', errors: UNUSABLE }],
  ['not base64', 'data:image/png;base64,*fox*', { status: 422, code: 'validation_failed', errors: BASE64 }],
  [
    'base64 with padding in the middle',
    'data:image/png;base64,iVBO=Rw0K',
    { status: 422, code: 'validation_failed', errors: BASE64 },
  ],
  ['a data URL without a type', 'data:,A', { status: 422, code: 'validation_failed', errors: FORM }],
  [
    'a data URL that is not base64',
    'data:image/svg+xml,%3Csvg%3E',
    { status: 422, code: 'validation_failed', errors: FORM },
  ],
  [
    'a data URL without a comma',
    `data:${'x'.repeat(5_000)}`,
    { status: 422, code: 'validation_failed', errors: FORM },
  ],
  [
    'an SVG with a script',
    dataUrl(SCRIPT, 'image/svg+xml'),
    { status: 415, code: 'unsupported_media_type', errors: UNUSABLE },
  ],
  [
    'an SVG with a script, declared as a PNG',
    dataUrl(SCRIPT),
    { status: 422, code: 'type_mismatch', errors: UNUSABLE },
  ],
  [
    'a truncated picture',
    dataUrl(png.subarray(0, 200)),
    { status: 422, code: 'corrupt_file', errors: UNUSABLE },
  ],
  [
    'a picture with too many pixels',
    dataUrl(flatPng(8000, 5001)),
    {
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/input/image', message: 'must have at most 40 megapixels' }],
    },
  ],
  [
    'a file of more than 8 MB in a body of less than 12',
    dataUrl(Buffer.alloc(8 * 1024 * 1024 + 1)),
    { status: 413, code: 'payload_too_large', errors: UNUSABLE },
  ],
])('refuses the embedded file and names its field: %s', async ([, url, expected]) => {
  await expectRefused(order(url).body, expected)
})

test('refuses a body of 13 MB, or of too much text beside the file', async () => {
  const payload_too_large = { status: 413, code: 'payload_too_large' } as const
  await expectRefused(order(dataUrl(Buffer.alloc((13 * 1024 * 1024 * 3) / 4))).body, payload_too_large)
  await expectRefused({ ...order(dataUrl(png)).body, more: 'x'.repeat(66_000) }, payload_too_large)
  await expectRefused({ ...order(dataUrl(png)).body, [`data:${'x'.repeat(66_000)}`]: 1 }, payload_too_large)
})

test('refuses a sound in a picture field', async () => {
  const sound = wavOf()
  await expect(key.call(submitJob, order(dataUrl(sound, 'audio/wav')))).rejects.toMatchObject({
    code: 'input_kind',
    errors: [{ pointer: '/input/image', message: 'must be image' }],
  })
})

test('stores no file when another field is invalid', async () => {
  const input = { image: dataUrl(png), mask: 'data:image/png;base64,*', colour: 'red' }
  await expectRefused({ appId: 'erase-fill', input }, { status: 422, code: 'validation_failed' })
  const { colour: _, ...wrongMask } = input
  await expectRefused(
    { appId: 'erase-fill', input: wrongMask },
    {
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/input/mask', message: 'must be base64 after the comma' }],
    },
  )
})

test('jobs sent again with the same idempotency key, even simultaneously, are one job and one file', async () => {
  const before = [await uploads(), await jobs()] as [number, number]
  const headers = { 'idempotency-key': 'a-picture-once' }
  const send = () => key.call(submitJob, { headers, ...order(dataUrl(png)) })
  const answers: Job[] = await Promise.all(Array.from({ length: 6 }, send))
  answers.push(await send())
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect([await uploads(), await jobs()]).toEqual([before[0] + 1, before[1] + 1])
  const other = order(dataUrl(await drawing({ width: 41 }).png().toBuffer()))
  await expect(key.call(submitJob, { headers, ...other })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect([await uploads(), await jobs()]).toEqual([before[0] + 1, before[1] + 1])
})

test('/v1/apps accepts embedded files in JSON, and a retry returns the same job and stores no second file', async () => {
  const before = await uploads()
  const post = (body: object, headers = {}) =>
    fetch(`${api.origin}/v1/apps/upscale`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.secret}`,
        'content-type': 'application/json',
        'idempotency-key': 'v1-picture',
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const calls = [post({ image: dataUrl(png) }), post({ image: dataUrl(png) })]
  await node.finish(await node.claim())
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ headers }) => headers.get('infra-job'))).size).toBe(1)
  expect(await uploads()).toBe(before + 1)

  const refused = await post({ image: 'data:image/png;base64,*' }, { 'idempotency-key': 'v1-other' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_value', param: 'image' } })
})

test('quotes a price for an embedded file', async () => {
  const picture = dataUrl(await drawing({ width: 700, height: 700 }).jpeg().toBuffer())
  const small = await key.call(quoteJob, order(dataUrl(png)))
  const large = await key.call(quoteJob, order(picture))
  expect(large.credits).toBeGreaterThan(small.credits)
})

test('refuses an embedded file in a batch and names its position', async () => {
  const body = { orders: [{ appId: 'upscale', input: { image: dataUrl(png) } }] }
  await expect(key.call(submitBatch, { body })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [
      { pointer: '/orders/0/input/image', message: 'must be uploaded first here, and named by its id' },
    ],
  })
})

test('an embedded file counts towards the daily quota and the rate limit of uploads', async () => {
  const bob = await signInSomeone(api)
  const own = await drawing({ width: 43 }).png().toBuffer()
  const send = () => bob.call(submitJob, order(dataUrl(own)))
  await send()
  const used = sql`update blobs set bytes = ${QUOTA_BYTES} from uploads u
    where u.sha256 = blobs.sha256 and u.owner = ${bob.address.toLowerCase()} returning blobs.sha256`
  const { sha256 } = (await rowOf(deps, used)) as { sha256: string }
  await expect(send()).rejects.toMatchObject({ code: 'quota_exceeded' })
  await deps.db.execute(sql`update blobs set bytes = 1 where sha256 = ${sha256}`)

  const limit = uploadFile.limit.count
  await deps.db.execute(
    sql`update rate_windows set count = ${limit} where key like ${`POST /file ${bob.address.toLowerCase()}`}`,
  )
  await expect
    .poll(async () => (await send().catch((error) => error)).code, { timeout: 20_000 })
    .toBe('rate_limited')
  await expect(bob.call(uploadFile, { file: new Blob([new Uint8Array(png)]) })).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('refuses another user’s result with the same error as one that never existed', async () => {
  const { id } = await key.call(submitJob, order(dataUrl(png)))
  await node.finish(await node.claim())
  const bob = await makeTestKey(api, await signInSomeone(api))
  for (const job of [id, crypto.randomUUID()])
    await expect(bob.call(submitJob, order(resultReference(job, 'picture')))).rejects.toMatchObject({
      code: 'input_expired',
      errors: [{ pointer: '/input/image', message: 'has expired' }],
    })
})
