import { readdir } from 'node:fs/promises'
import { drawMosaic } from '@infra/hand-node/plausible-outputs'
import { sendOutput } from '@infra/hand-node/result'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import { type Assignment, getInputFile, leaseOf, uploadOutput } from '@infra/protocol/attempts'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { type UploadedFile, uploadFile } from '@infra/protocol/files'
import { deleteJob, getJob, type Job, listMyJobs, retryJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sweepLeases } from '../attempts/sweep-leases.ts'
import { cancelAll, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { expectAllRefused } from '../test/expect-all-refused.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const [node, other] = [await startNode(testApi), await startNode(testApi)]
const picture = await drawing({ width: 1000, height: 700 }).png().toBuffer()
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h10v10z"/></svg>',
)

beforeEach(() => cancelAll(deps))

const send = (person: Person, bytes: Buffer = picture): Promise<UploadedFile> =>
  person.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
const order = (person: Person, image: string, more: { parentId?: string; visibility?: 'private' } = {}) =>
  person.call(submitJob, { body: { appId: 'vectorise', input: { image }, ...more } })
const get = (url: string) => readAnswer(fetch(origin + url))
const usesOf = (id: string) =>
  rowOf(
    deps,
    sql`select json_object_agg(role, public) as public, count(*)::int as count from file_uses where job_id = ${id}`,
  )

async function leased(person = alice, more: Parameters<typeof order>[2] = {}): Promise<Assignment> {
  await order(person, (await send(person)).id, more)
  return node.claim()
}

const sendSvg = async (from: TestNode, job: Assignment, bytes?: Buffer) =>
  sendOutput(from.call, job, {
    name: 'drawing',
    kind: 'svg',
    bytes: bytes ? new Uint8Array(bytes) : await drawMosaic(picture, { id: `job-${job.jobId}` }),
  })

async function finished(): Promise<Job> {
  const job = await leased()
  await node.finish(job, [await sendSvg(node, job)])
  return alice.call(getJob, { params: { id: job.jobId } })
}

test('anyone who can see a finished job can download its input picture and its output', async () => {
  const upload = await send(alice)
  const ordered = await order(alice, upload.id)
  expect(ordered.price).toBe(
    priceOf(findApp('vectorise')!.price, {}, { image: { width: 1000, height: 700 } }),
  )
  const job = await node.claim()
  expect(job.files).toEqual({ image: { mime: 'image/png', bytes: upload.bytes, sha256: upload.sha256 } })
  const input = await node.call(getInputFile, {
    params: { id: job.attemptId, field: 'image' },
    headers: leaseOf(job).headers,
  })
  expect((await input.arrayBuffer()).byteLength).toBe(upload.bytes)

  await node.finish(job, [await sendSvg(node, job)])
  const { outputs, inputFiles, receipt } = await call(getJob, { params: { id: job.jobId } })
  expect(outputs).toMatchObject([{ name: 'drawing', kind: 'svg', mime: 'image/svg+xml', text: null }])
  expect(receipt!.claims.outputHashes).toEqual(outputs.map(({ sha256 }) => sha256))
  for (const { url } of [...outputs, ...inputFiles]) expect((await get(url!)).status).toBe(200)
})

test('[J13] refuses an upload that has expired, never existed or belongs to another user', async () => {
  const [gone, theirs] = [await send(alice), await send(await signInSomeone(testApi))]
  await db.execute(sql`update uploads set expires_at = ${deps.now()} where id = ${gone.id}`)
  for (const image of [gone.id, theirs.id, crypto.randomUUID()]) {
    const answer = await readAnswer(
      fetch(`${origin}/api/job`, {
        method: 'POST',
        headers: { authorization: `Bearer ${alice.tokens.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ appId: 'vectorise', input: { image } }),
      }),
    )
    expectRefusal(answer, {
      status: 410,
      code: 'input_expired',
      errors: [{ pointer: '/input/image', message: 'has expired' }],
    })
  }
  expect((await alice.call(listMyJobs, { query: { status: 'queued' } })).items).toEqual([])
})

test('[J14] refuses a sound in a picture field', async () => {
  const { id } = await send(alice, wavOf())
  await expect(order(alice, id)).rejects.toMatchObject({
    code: 'input_kind',
    errors: [{ pointer: '/input/image', message: 'must be image' }],
  })
})

test('refuses an oversized picture or a mask of another size and charges nothing', async () => {
  const someone = await signInSomeone(testApi)
  const [large, small] = [
    await send(someone),
    await send(someone, await drawing({ width: 768, height: 10 }).png().toBuffer()),
  ]
  const upscale = (image: string) => someone.call(submitJob, { body: { appId: 'upscale', input: { image } } })
  const erase = (image: string, mask: string) =>
    someone.call(submitJob, { body: { appId: 'erase-fill', input: { image, mask } } })

  await expect(upscale(large.id)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/input/image', message: 'can have at most 768 pixels per side' }],
  })
  await expect(erase(large.id, small.id)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/input/mask', message: 'must be of the same size as the picture' }],
  })
  expect(await someone.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  await expect(upscale(small.id)).resolves.toMatchObject({ status: 'queued' })
})

test('[N44] only the node that holds the lease can read a job’s input files, and only until the lease ends', async () => {
  const job = await leased()
  const fetchAs = (from: TestNode, change: Partial<Assignment> = {}, field = 'image') => {
    const { attemptId, leaseToken } = { ...job, ...change }
    return from.call(getInputFile, {
      params: { id: attemptId, field },
      headers: { 'x-lease-token': leaseToken },
    })
  }
  await expectAllRefused(
    [fetchAs(other), fetchAs(node, { leaseToken: 'x' }), fetchAs(node, { attemptId: crypto.randomUUID() })],
    'url_invalid',
  )
  for (const field of ['nothing', 'constructor', '..']) {
    await expect(fetchAs(node, {}, field)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect((await fetchAs(node)).status).toBe(200)
  await db.execute(
    sql`update leases set lease_until = now() - interval '1 second' where job_id = ${job.jobId}`,
  )
  await sweepLeases(deps)
  await expect(fetchAs(node)).rejects.toMatchObject({ code: 'url_invalid' })
})

test('[N14] [N19] refuses an output file without a valid lease and stores nothing', async () => {
  const job = await leased()
  const file = new Blob([new Uint8Array(svg)])
  const upload = (from: TestNode, change: Partial<Assignment> = {}) =>
    from.call(uploadOutput, {
      ...leaseOf({ ...job, ...change }),
      query: { kind: 'svg', sha256: 'ab'.repeat(32) },
      file,
    })
  await expect(upload(other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(upload(node, { leaseToken: 'x' })).rejects.toMatchObject({ code: 'lease_lost' })
  await db.execute(
    sql`update leases set lease_until = now() - interval '1 second' where job_id = ${job.jobId}`,
  )
  await sweepLeases(deps)
  await expect(upload(node)).rejects.toMatchObject({ code: 'lease_lost' })
  expect(
    await rowOf(
      deps,
      sql`select count(*)::int as count from attempt_files where attempt_id = ${job.attemptId}`,
    ),
  ).toEqual({
    count: 0,
  })
  expect(await readdir(deps.files.tempDir)).toEqual([])
})

test('[N20] [N22] a node can send an output again after a hash or type mismatch', async () => {
  const job = await leased()
  const upload = (bytes: Buffer, sha256: string) =>
    node.call(uploadOutput, {
      ...leaseOf(job),
      query: { kind: 'svg', sha256 },
      file: new Blob([new Uint8Array(bytes)]),
    })
  await expect(upload(svg, 'ab'.repeat(32))).rejects.toMatchObject({ code: 'hash_mismatch' })
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  await expect(sendSvg(node, job, html)).rejects.toMatchObject({ code: 'type_mismatch' })
  await node.finish(job, [await sendSvg(node, job)])
})

test('refuses to finish a job with files that were sent for another job, never sent or of the wrong kind', async () => {
  const [job, another] = [await leased(), await leased()]
  const sentForAnother = await sendSvg(node, another)
  const never = { ...sentForAnother, sha256: 'ab'.repeat(32) }
  for (const output of [sentForAnother, never]) {
    await expect(node.finish(job, [output])).rejects.toMatchObject({ code: 'output_refused' })
  }
  const png = { name: 'drawing', kind: 'image', bytes: new Uint8Array(picture) } as const
  await expect(sendOutput(node.call, job, png)).rejects.toMatchObject({ code: 'output_refused' })
  await node.finish(job, [await sendSvg(node, job)])
  await node.finish(another, [sentForAnother])
})

test('the files of a private job need a signed link until the job is made public', async () => {
  const job = await leased(alice, { visibility: 'private' })
  await node.finish(job, [await sendSvg(node, job)])
  const { id, outputs } = await alice.call(getJob, { params: { id: job.jobId } })
  const [plain] = outputs[0]!.url!.split('?')
  expect((await get(outputs[0]!.url!)).status).toBe(200)
  expect((await get(plain!)).status).not.toBe(200)
  const show = (visibility: 'public' | 'private') =>
    alice.call(updateJob, { params: { id }, body: { visibility } })
  const shown = await show('public')
  expect(shown.outputs[0]!.url).toBe(plain)
  expect((await get(plain!)).status).toBe(200)
  await show('private')
  expect((await usesOf(id)).public).toEqual({ input: false, output: false })
})

test('the input files of a job are private until it is finished', async () => {
  const job = await leased()
  expect(await usesOf(job.jobId)).toEqual({ public: { input: false }, count: 1 })
  await node.finish(job, [await sendSvg(node, job)])
  expect(await usesOf(job.jobId)).toEqual({ public: { input: true, output: true }, count: 2 })
})

test('the files stay private when their job is made private while it is being finished', async () => {
  const job = await leased()
  const output = await sendSvg(node, job)
  const held = holdStatement(deps, 'find-jobs-to-finish')
  const finished = node.finish(job, [output])
  await eventually(() => expect(held.answers()).toBe(1))
  await alice.call(updateJob, { params: { id: job.jobId }, body: { visibility: 'private' } })
  held.release()
  await finished
  expect(await usesOf(job.jobId)).toEqual({ public: { input: false, output: false }, count: 2 })
})

test('a job can be retried or cloned after its upload is deleted, if the clone names its parent', async () => {
  const { id, input } = await finished()
  await db.execute(sql`delete from uploads`)
  const again = await alice.call(retryJob, { params: { id } })
  expect(again).toMatchObject({ parentId: id, input, inputFiles: [{ name: 'image' }] })
  const bob = await signInSomeone(testApi)
  const clone = await order(bob, String(input.image), { parentId: id })
  expect(clone.inputFiles[0]!.sha256).toBe(again.inputFiles[0]!.sha256)
  // Without the parent's id it is refused.
  await expect(order(bob, String(input.image))).rejects.toMatchObject({ code: 'input_expired' })
})

test('deleting a job removes its references to files', async () => {
  const { id } = await finished()
  await alice.call(deleteJob, { params: { id } })
  expect(await usesOf(id)).toEqual({ public: null, count: 0 })
})
