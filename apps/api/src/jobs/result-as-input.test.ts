import { plausibleOutputs } from '@infra/hand-node/plausible-outputs'
import { resultReference } from '@infra/protocol/apps/result-reference'
import { getInputFile, leaseOf } from '@infra/protocol/attempts'
import { uploadFile } from '@infra/protocol/files'
import { deleteJob, getJob, type Job, retryJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo, rowOf } from '../test/echo.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]
const node = await startNode(testApi)

beforeEach(() => cancelAll(deps))

/** A finished job with a picture as its result. */
async function cutOut(visibility: 'public' | 'private' = 'private'): Promise<Job> {
  const bytes = await drawing({ width: 300, height: 200 }).png().toBuffer()
  const { id: image } = await alice.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
  await alice.call(submitJob, { body: { appId: 'cut-out', input: { image }, visibility } })
  return runNext()
}

async function runNext(): Promise<Job> {
  const job = await node.claim()
  await node.finish(job, await plausibleOutputs(node.call, job))
  return alice.call(getJob, { params: { id: job.jobId } })
}

const vectorise = (person: Person, image: string) =>
  person.call(submitJob, { body: { appId: 'vectorise', input: { image } } })

test('uses the result of one job as the input of the next without an upload', async () => {
  const { id, outputs } = await cutOut()
  const image = resultReference(id, 'picture')
  const uploads = await rowOf(deps, sql`select count(*)::int as count from uploads`)
  const ordered = await vectorise(alice, image)
  expect(ordered).toMatchObject({ input: { image }, inputFiles: [{ name: 'image', kind: 'image' }] })

  const job = await node.claim()
  expect(job.files.image!.sha256).toBe(outputs[0]!.sha256)
  const { headers } = leaseOf(job)
  const file = await node.call(getInputFile, { params: { id: job.attemptId, field: 'image' }, headers })
  expect((await file.arrayBuffer()).byteLength).toBe(outputs[0]!.bytes)
  await node.finish(job, await plausibleOutputs(node.call, job))
  expect((await alice.call(getJob, { params: { id: ordered.id } })).status).toBe('finished')
  expect(await rowOf(deps, sql`select count(*)::int as count from uploads`)).toEqual(uploads)
})

test('a job keeps the result it used after the first job is deleted, and can be retried', async () => {
  const { id, outputs } = await cutOut()
  await vectorise(alice, resultReference(id, 'picture'))
  const second = await runNext()
  await alice.call(deleteJob, { params: { id } })
  const again = await alice.call(retryJob, { params: { id: second.id } })
  expect(again.inputFiles[0]!.sha256).toBe(outputs[0]!.sha256)
  await expect(vectorise(alice, resultReference(id, 'picture'))).rejects.toMatchObject({
    code: 'input_expired',
  })
})

test('only those who can see a job can use its result as input', async () => {
  const { id } = await cutOut('private')
  const image = resultReference(id, 'picture')
  const refusal = {
    code: 'input_expired',
    errors: [{ pointer: '/input/image', message: 'has expired' }],
  }
  await expect(vectorise(bob, image)).rejects.toMatchObject(refusal)
  // The same error as for a job that never existed, so that nobody can tell the two apart.
  await expect(vectorise(bob, resultReference(crypto.randomUUID(), 'picture'))).rejects.toMatchObject(refusal)
  await deps.db.execute(sql`update jobs set hidden = false, hidden_because = null where id = ${id}`)
  await alice.call(updateJob, { params: { id }, body: { visibility: 'public' } })
  await expect(vectorise(bob, image)).resolves.toMatchObject({ status: 'queued' })
})

test('refuses an output that the job doesn’t have or that is of another kind', async () => {
  const { id } = await cutOut()
  await expect(vectorise(alice, resultReference(id, 'nothing'))).rejects.toMatchObject({
    code: 'input_expired',
  })
  await alice.call(submitJob, echo('words'))
  const claimed = await node.claim()
  await expect(vectorise(alice, resultReference(claimed.jobId, 'text'))).rejects.toMatchObject({
    code: 'input_expired',
  })
  await node.finish(claimed)
  await expect(vectorise(alice, resultReference(claimed.jobId, 'text'))).rejects.toMatchObject({
    code: 'input_kind',
    errors: [{ pointer: '/input/image', message: 'must be image' }],
  })
})
