import { listMyFeedback, sendBugReport } from '@infra/protocol/feedback'
import { uploadFile } from '@infra/protocol/files'
import { listMyReports, reportJob } from '@infra/protocol/job-reports'
import { getJob, type Job, listFinishedJobs, listMyJobs, submitJob } from '@infra/protocol/jobs'
import {
  answerFeedback,
  getReviewCounts,
  type Judgement,
  judgeJob,
  listActs,
  listFeedback,
  listReportedJobs,
  type ReviewStage,
} from '@infra/protocol/moderation'
import { deleteMe } from '@infra/protocol/my-data'
import { getUser } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, rowOf } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAccount(key).address } })
const { call, clock, deps, origin } = testApi
const node = await startNode(testApi)
const moderator = await signInSomeone(testApi, key)
let drawn = 100
/** A different picture each time, because one that was hidden stays hidden. */
const newPicture = async () => new Uint8Array(await drawing({ width: ++drawn }).png().toBuffer())
const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
let author: Person
let reporter: Person

beforeEach(async () => {
  // Spreads the sign-ins over several minutes for the rate limit, but no token expires.
  pass(10)
  await cancelAll(deps)
  author = await signInSomeone(testApi)
  reporter = await signInSomeone(testApi)
})

async function shown(person = author): Promise<Job> {
  const { id: image } = await person.call(uploadFile, { file: new Blob([await newPicture()]) })
  const { id } = await person.call(submitJob, { body: { appId: 'vectorise', input: { image } } })
  const job = await node.claim()
  await node.finish(job)
  return person.call(getJob, { params: { id } })
}

const report = (id: string, person = reporter) =>
  person.call(reportJob, { params: { id }, body: { reason: 'hateful', note: 'Look.' } })
const judge = (id: string, act: Judgement, why = 'It breaks the rules.') =>
  moderator.call(judgeJob, { params: { id }, body: { act, why } })
const queue = async (stage: ReviewStage) =>
  (await moderator.call(listReportedJobs, { query: { stage, limit: 100 } })).items
const outcomes = async () => (await reporter.call(listMyReports)).items.map(({ outcome }) => outcome)
const feedIds = async () =>
  (await call(listFinishedJobs, { query: { limit: 100 } })).items.map(({ id }) => id)

test('a hidden job is visible only to its owner, who sees the reason, and its reporter sees the outcome', async () => {
  const job = await shown()
  const { url } = job.outputs[0]!
  await report(job.id)
  expect((await queue('open')).find((item) => item.job.id === job.id)?.reports).toEqual([
    { reason: 'hateful', note: 'Look.', createdAt: clock.now, outcome: null },
  ])
  expect((await fetch(origin + url)).status).toBe(200)

  const judged = await judge(job.id, 'hide')
  expect(judged.job.hidden).toEqual({ why: 'It breaks the rules.', isByModerator: true })
  expect(await feedIds()).not.toContain(job.id)
  await expect(call(getJob, { params: { id: job.id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(reporter.call(getJob, { params: { id: job.id } })).rejects.toMatchObject({ code: 'not_found' })
  expect((await fetch(origin + url)).status).toBe(404)
  expect((await call(getUser, { params: { id: author.address } })).counts.jobsFinished).toBe(0)
  const [own] = (await author.call(listMyJobs)).items
  expect(own).toMatchObject({ id: job.id, hidden: { why: 'It breaks the rules.' } })
  expect((await fetch(origin + own!.outputs[0]!.url)).status).toBe(200)
  expect(await outcomes()).toEqual(['hidden'])
  expect((await queue('open')).map((item) => item.job.id)).not.toContain(job.id)
  expect((await queue('decided')).map((item) => item.job.id)).toContain(job.id)
})

test('restoring a hidden job shows it again, and its reporter sees the report as dismissed', async () => {
  const job = await shown()
  await report(job.id)
  await judge(job.id, 'hide')
  expect((await judge(job.id, 'restore', 'On second thoughts, fine.')).job.hidden).toBeNull()
  expect(await feedIds()).toContain(job.id)
  expect((await fetch(origin + job.outputs[0]!.url)).status).toBe(200)
  expect(await outcomes()).toEqual(['dismissed'])
})

test('dismissing reports leaves the job visible, and a new report opens it again', async () => {
  const job = await shown()
  await report(job.id)
  await judge(job.id, 'dismiss', 'Nothing wrong with it.')
  expect(await feedIds()).toContain(job.id)
  expect(await outcomes()).toEqual(['dismissed'])
  pass(1)
  await report(job.id, await signInSomeone(testApi))
  const [open] = (await queue('open')).filter((item) => item.job.id === job.id)
  expect(open?.reports.map(({ outcome }) => outcome)).toEqual(['dismissed', null])
  expect(open).not.toHaveProperty('reports.0.userAddress')
})

test('[C37] of many simultaneous decisions one takes effect and is recorded once', async () => {
  const { id } = await shown()
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => judge(id, 'hide')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
  }
  const { items } = await moderator.call(listActs, { query: { limit: 100 } })
  expect(items.filter(({ subject }) => subject === id)).toEqual([
    {
      id: expect.any(String),
      at: clock.now,
      kind: 'job_hidden',
      moderator: moderator.address,
      subject: id,
      why: 'It breaks the rules.',
    },
  ])
  for (const act of ['hide', 'dismiss'] as const) {
    await expect(judge(id, act)).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('the database refuses to change or delete audit events', async () => {
  const { id } = await shown()
  await judge(id, 'hide')
  for (const change of [
    sql`update audit_events set address = 'someone else'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
  ]) {
    await expect(deps.db.execute(change)).rejects.toMatchObject({
      cause: { message: 'audit_events is append-only' },
    })
  }
})

test('[C23] answers not_found to a decision about a private or unknown job', async () => {
  const job = await shown()
  await report(job.id)
  await deps.db.execute(sql`update jobs set visibility = 'private' where id = ${job.id}`)
  expect((await queue('open')).map((item) => item.job.id)).not.toContain(job.id)
  for (const id of [job.id, crypto.randomUUID()]) {
    await expect(judge(id, 'hide')).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('deletes a hidden job with its owner’s account', async () => {
  const { id } = await shown()
  await judge(id, 'hide')
  await author.call(deleteMe)
  expect(await rowOf(deps, sql`select count(*)::int as left from jobs where id = ${id}`)).toEqual({ left: 0 })
})

test('the sender of feedback sees its state, its answer and the devlog entry that closed it', async () => {
  const body = { kind: 'idea', title: 'More heat', description: 'It could be hotter in here.' } as const
  const { id } = await reporter.call(sendBugReport, { body })
  const before = await moderator.call(getReviewCounts)
  const { items } = await moderator.call(listFeedback, { query: { state: 'new', limit: 100 } })
  expect(items.find((item) => item.id === id)).toMatchObject({ ...body, user: { id: reporter.address } })

  const answer = { state: 'fixed', answer: 'It is.', devlogEntry: '2026-01-more-heat' } as const
  const reviewed = await moderator.call(answerFeedback, { params: { id }, body: answer })
  expect(reviewed).toMatchObject(answer)
  expect((await reporter.call(listMyFeedback)).items).toMatchObject([{ ...answer, answeredAt: clock.now }])
  expect(await moderator.call(getReviewCounts)).toEqual({ ...before, feedback: before.feedback - 1 })
  const [act] = (await moderator.call(listActs)).items
  expect(act).toMatchObject({ kind: 'feedback_answered', subject: id, why: 'fixed: It is.' })
  await expect(
    moderator.call(answerFeedback, { params: { id: crypto.randomUUID() }, body: answer }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('paging through reported jobs and a user’s reports shows each one once', async () => {
  const jobs = [await shown(), await shown(), await shown()]
  for (const { id } of jobs) await report(id)
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await moderator.call(listReportedJobs, { query: { limit: 1, before } })
    seen.push(...page.items.map(({ job }) => job.id))
    before = page.next
  } while (before)
  expect(seen.filter((id) => jobs.some((job) => job.id === id))).toEqual(
    jobs.map(({ id }) => id).toReversed(),
  )

  const mine: string[] = []
  do {
    const page = await reporter.call(listMyReports, { query: { limit: 1, before } })
    mine.push(...page.items.map(({ jobId }) => jobId))
    before = page.next
  } while (before)
  expect(mine).toEqual(jobs.map(({ id }) => id).toReversed())
  expect((await reporter.call(listMyReports)).items[0]).toMatchObject({ appName: 'Vectorise' })
})

const endpoints = [
  ['GET', ''],
  ['GET', '/job'],
  ['POST', '/job/018f3a5c-1111-7222-8333-444455556666'],
  ['GET', '/user/0x52908400098527886E0F7030069857D2E4169EE7/avatar'],
  ['POST', '/user/0x52908400098527886E0F7030069857D2E4169EE7/avatar'],
  ['GET', '/feedback'],
  ['PATCH', '/feedback/018f3a5c-1111-7222-8333-444455556666'],
  ['GET', '/act'],
] as const

test.for(endpoints)('%s /moderation%s is only for moderators', async ([method, path]) => {
  const callEndpoint = (headers: Record<string, string>) =>
    readAnswer(fetch(`${origin}/api/moderation${path}`, { method, headers }))
  expectRefusal(await callEndpoint({}), { status: 401, code: 'unauthenticated' })
  expectRefusal(await callEndpoint({ authorization: `Bearer ${author.tokens.accessToken}` }), {
    status: 403,
    code: 'forbidden',
  })
})

test.for([
  ['no reason', { act: 'hide' }, '/why'],
  ['a reason of three characters', { act: 'hide', why: ' abc ' }, '/why'],
  ['an unknown act', { act: 'burn', why: 'Because.' }, '/act'],
  ['an unknown field', { act: 'hide', why: 'Because.', notify: true }, '/notify'],
] as const)('[C04] [C05] [C11] refuses %s and names the field', async ([, body, pointer]) => {
  const { id } = await shown()
  const sent = fetch(`${origin}/api/moderation/job/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${moderator.tokens.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const { errors } = expectRefusal(await readAnswer(sent), { status: 422, code: 'validation_failed' })
  expect(errors?.map((problem) => problem.pointer)).toEqual([pointer])
  expect(await feedIds()).toContain(id)
})
