import { uploadFile } from '@infra/protocol/files'
import { reportJob } from '@infra/protocol/job-reports'
import {
  favoriteJob,
  getJob,
  type Job,
  listFinishedJobs,
  listMyFavorites,
  listMyJobs,
  retryJob,
  submitJob,
  updateJob,
} from '@infra/protocol/jobs'
import { judgeJob, listReportedJobs } from '@infra/protocol/moderation'
import { exportMe } from '@infra/protocol/my-data'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll } from '../test/echo.ts'
import { readAnswer } from '../test/expect-refusal.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { readEvents } from '../test/read-events.ts'
import { startTestApi } from '../test/start-test-api.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAccount(key).address } })
const { call, deps, origin } = testApi
const [alice, bob, moderator] = [
  await signInSomeone(testApi),
  await signInSomeone(testApi),
  await signInSomeone(testApi, key),
]
const node = await startNode(testApi)
let drawn = 100

beforeEach(() => cancelAll(deps))

type Order = { visibility: 'public' | 'private'; inputFilesHidden: boolean }
const get = (url: string) => readAnswer(fetch(origin + url))

/** Finishes a job of Alice's with a picture that no other job has. */
async function finished(more: Partial<Order> = { inputFilesHidden: true }) {
  const bytes = await drawing({ width: ++drawn }).png().toBuffer()
  const upload = await alice.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
  const body = { appId: 'vectorise', input: { image: upload.id, colors: 'binary' }, ...more }
  const { id } = await alice.call(submitJob, { body })
  await finishNext()
  return { id, upload, sha256: upload.sha256 }
}

async function finishNext(): Promise<void> {
  await node.finish(await node.claim())
}

const fileOf = (sha256: string) => `/api/file/${sha256}.png`
const byId = (items: Job[], id: string) => items.find((job) => job.id === id)!

/** Everything about the job that someone other than its owner can request. */
async function allThatOthersGet(id: string): Promise<string[]> {
  await bob.call(favoriteJob, { params: { id } })
  const job = await readEvents(`${origin}/api/job/${id}/events`, { token: bob.tokens.accessToken })
  const feed = await readEvents(`${origin}/api/job/finished/events`)
  const visitor = await readEvents(`${origin}/api/job/${id}/events`)
  await Promise.all([job.nextJob(), visitor.nextJob()])
  const answers: unknown[] = [
    await call(getJob, { params: { id } }),
    await bob.call(getJob, { params: { id } }),
    await moderator.call(getJob, { params: { id } }),
    byId((await call(listFinishedJobs)).items, id),
    byId((await call(listFinishedJobs, { query: { limit: 7, app_id: 'vectorise' } })).items, id),
    byId((await bob.call(listFinishedJobs)).items, id),
    byId((await bob.call(listMyFavorites)).items, id),
    await bob.call(exportMe),
  ]
  const pages = ['/api/app', `/feed?job=${id}`, '/', '/feed', '/api/openapi.json']
  return [
    ...answers.map((answer) => JSON.stringify(answer)),
    ...[job, feed, visitor].map((reader) => reader.text()),
    ...(await Promise.all(pages.map(async (page) => (await fetch(origin + page)).text()))),
  ]
}

test('[finding U1] a public job with a hidden original shows nobody else its file, link, hash or upload', async () => {
  const { id, upload, sha256 } = await finished()
  const shown = await call(getJob, { params: { id } })
  expect(shown).toMatchObject({ inputFilesHidden: true, inputFiles: [], input: { colors: 'binary' } })
  expect(shown.outputs).toHaveLength(1)
  expect((await get(shown.outputs[0]!.url!)).status).toBe(200)
  for (const text of await allThatOthersGet(id)) {
    expect(text).not.toContain(sha256)
    expect(text).not.toContain(upload.id)
  }
  for (const query of ['', '?size=320', '?size=640&format=webp', '?download=x']) {
    expect((await get(fileOf(sha256) + query)).status).toBe(404)
  }
})

test('[finding U1] a public job whose original is not hidden shows its file to others', async () => {
  const { id, sha256 } = await finished({})
  const texts = await allThatOthersGet(id)
  expect(texts.filter((text) => text.includes(sha256)).length).toBeGreaterThan(7)
  expect((await get(fileOf(sha256))).status).toBe(200)
})

test('[finding U1] the owner still gets a signed link to a hidden original, and a moderator gets one in the review', async () => {
  const { id, sha256 } = await finished()
  const stream = await readEvents(`${origin}/api/job/${id}/events`, { token: alice.tokens.accessToken })
  await bob.call(reportJob, { params: { id }, body: { reason: 'other' } })
  const reported = await moderator.call(listReportedJobs)
  const seen = [
    await alice.call(getJob, { params: { id } }),
    byId((await alice.call(listMyJobs)).items, id),
    byId((await alice.call(listFinishedJobs)).items, id),
    await stream.nextJob(),
    byId(
      reported.items.map(({ job }) => job),
      id,
    ),
  ]
  for (const { input, inputFiles } of seen) {
    expect(input.image).toBeDefined()
    expect(inputFiles).toMatchObject([{ sha256 }])
    expect((await get(inputFiles[0]!.url!)).status).toBe(200)
    expect((await get(inputFiles[0]!.url!.split('?')[0]!)).status).toBe(404)
  }
})

test('[finding U1] the owner can hide the original of a public job later and show it again', async () => {
  const { id, sha256 } = await finished({})
  expect((await get(fileOf(sha256))).status).toBe(200)
  const visitor = await readEvents(`${origin}/api/job/${id}/events`)
  expect((await visitor.nextJob()).inputFiles).toHaveLength(1)
  // This puts it into the cache of first pages.
  expect(byId((await call(listFinishedJobs)).items, id).inputFiles).toHaveLength(1)
  const hide = (inputFilesHidden: boolean) =>
    alice.call(updateJob, { params: { id }, body: { inputFilesHidden } })

  expect(await hide(true)).toMatchObject({ inputFilesHidden: true, visibility: 'public' })
  expect((await visitor.nextJob()).inputFiles).toEqual([])
  expect((await get(fileOf(sha256))).status).toBe(404)
  expect(byId((await call(listFinishedJobs)).items, id).inputFiles).toEqual([])

  await hide(false)
  expect((await visitor.nextJob()).inputFiles).toHaveLength(1)
  expect((await get(fileOf(sha256))).status).toBe(200)
})

test('[finding U1] a hidden original stays hidden when the job is made private and public, or is hidden and restored', async () => {
  const { id, sha256 } = await finished()
  const show = (visibility: 'public' | 'private') =>
    alice.call(updateJob, { params: { id }, body: { visibility } })
  await show('private')
  await show('public')
  expect((await get(fileOf(sha256))).status).toBe(404)
  const judge = (act: 'hide' | 'restore') =>
    moderator.call(judgeJob, { params: { id }, body: { act, why: 'To see what comes back.' } })
  await judge('hide')
  await judge('restore')
  const shown = await call(getJob, { params: { id } })
  expect(shown.inputFiles).toEqual([])
  expect((await get(shown.outputs[0]!.url!)).status).toBe(200)
  expect((await get(fileOf(sha256))).status).toBe(404)
})

test('[finding U1] nobody else can use a hidden original as input; its owner can, and a retry hides it too', async () => {
  const { id, upload, sha256 } = await finished()
  const body = { appId: 'vectorise', input: { image: upload.id }, parentId: id }
  await expect(bob.call(submitJob, { body })).rejects.toMatchObject({ code: 'input_expired' })

  const clone = await alice.call(submitJob, { body: { ...body, inputFilesHidden: true } })
  expect(clone).toMatchObject({ parentId: id, inputFiles: [{ sha256 }] })
  await finishNext()
  const retried = await alice.call(retryJob, { params: { id } })
  expect(retried).toMatchObject({ inputFilesHidden: true, visibility: 'public' })
  await finishNext()
  for (const one of [clone.id, retried.id]) {
    expect((await call(getJob, { params: { id: one } })).inputFiles).toEqual([])
  }
  expect((await get(fileOf(sha256))).status).toBe(404)
})

test('only the owner can hide an original, and an empty change is refused', async () => {
  const { id } = await finished({})
  await expect(
    bob.call(updateJob, { params: { id }, body: { inputFilesHidden: true } }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(alice.call(updateJob, { params: { id }, body: {} })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('a job is public and shows its original by default', async () => {
  const { id } = await finished({})
  expect(await call(getJob, { params: { id } })).toMatchObject({
    visibility: 'public',
    inputFilesHidden: false,
    inputFiles: [{ name: 'image' }],
  })
})
