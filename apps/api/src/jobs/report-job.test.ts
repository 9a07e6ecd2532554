import { type ReportReason, reportJob, reportReasons } from '@infra/protocol/job-reports'
import { deleteJob, updateJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobReports } from '../db/tables.ts'
import { orderEach, rowOf, runEcho } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, clock, deps, origin } = testApi
const { db } = deps
const node = await startNode(testApi)
const author = await signInSomeone(testApi)
let reporter: Person
const shown = () => runEcho(deps, { person: author, node, inFeed: true })

beforeEach(async () => {
  // The rate limit is per user, so each test uses one who hasn't reported anything yet.
  reporter = await signInSomeone(testApi)
})

const report = (id: string, body: { reason: ReportReason; note?: string }, person: Person = reporter) =>
  person.call(reportJob, { params: { id }, body })
const kept = (id: string) => db.select().from(jobReports).where(eq(jobReports.jobId, id))

test('stores a report’s text unchanged but trimmed, with its sender and time', async () => {
  const id = await shown()
  const note = "<script>alert(1)</script> '; DROP TABLE jobs; -- 👩‍👩‍👧 עברית"
  const answer = await report(id, { reason: 'hateful', note: `  ${note} ` })
  expect(answer).toEqual({ jobId: id, reason: 'hateful', note, createdAt: clock.now, outcome: null })
  expect(await kept(id)).toEqual([{ ...answer, userAddress: reporter.address.toLowerCase() }])
})

test.for(reportReasons)('accepts "%s" as a reason without a note', async (reason) => {
  expect(await report(await shown(), { reason })).toMatchObject({ reason, note: '' })
})

test('a repeated report returns the first one unchanged; another user’s report is stored separately', async () => {
  const id = await shown()
  const first = await report(id, { reason: 'personal', note: 'My face.' })
  clock.now = new Date(clock.now.getTime() + 1_000)
  expect(await report(id, { reason: 'other', note: 'Changed my mind.' })).toEqual(first)
  const another = await signInSomeone(testApi)
  expect(await report(id, { reason: 'other' }, another)).toMatchObject({ reason: 'other', note: '' })
  expect(await kept(id)).toHaveLength(2)
})

test('[C37] many simultaneous reports by one user are stored once, and all get the same answer', async () => {
  const id = await shown()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) => report(id, { reason: 'illegal', note: `try ${place}` })),
  )
  expect(new Set(answers.map(({ note }) => note)).size).toBe(1)
  expect(await kept(id)).toHaveLength(1)
})

test('[J41] [C23] answers not_found to a report of a job that is private, hidden, unfinished or unknown', async () => {
  const [privately, hidden] = [await runEcho(deps, { person: author, node }), await shown()]
  await db.execute(sql`update jobs set hidden = true where id = ${hidden}`)
  const [queued] = await orderEach(author, ['waits'])
  for (const id of [privately, hidden, queued!.id, crypto.randomUUID()]) {
    await expect(report(id, { reason: 'other' })).rejects.toMatchObject({ code: 'not_found' })
  }
  await node.finish(await node.claim())
})

test('refuses a user’s report of their own job, public or not', async () => {
  for (const id of [await shown(), await runEcho(deps, { person: author, node })]) {
    await expect(report(id, { reason: 'other' }, author)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This job is your own: you can make it private, or delete it.',
    })
    expect(await kept(id)).toEqual([])
  }
})

test('a report stays when the author makes the job private, and is deleted with the job', async () => {
  const id = await shown()
  await report(id, { reason: 'explicit' })
  await db.execute(sql`update jobs set app_id = 'read-text' where id = ${id}`)
  await author.call(updateJob, { params: { id }, body: { visibility: 'private' } })
  expect(await kept(id)).toHaveLength(1)
  await author.call(deleteJob, { params: { id } })
  expect(await kept(id)).toEqual([])
})

const post = (id: string, body: string, type = 'application/json') =>
  readAnswer(
    fetch(`${origin}/api/job/${id}/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reporter.tokens.accessToken}`, 'content-type': type },
      body,
    }),
  )

test.for([
  ['no reason', {}, '/reason'],
  ['an unknown reason', { reason: 'boring' }, '/reason'],
  ['two reasons', { reason: ['other', 'illegal'] }, '/reason'],
  ['a note of 501 characters', { reason: 'other', note: '🦊'.repeat(501) }, '/note'],
  ['a note that is not text', { reason: 'other', note: 5 }, '/note'],
  ['an unknown field', { reason: 'other', userId: 'me' }, '/userId'],
] as const)('[C04] [C05] [C11] refuses %s and names the field', async ([, body, pointer]) => {
  const { errors } = expectRefusal(await post(await shown(), JSON.stringify(body)), {
    status: 422,
    code: 'validation_failed',
  })
  expect(errors?.map((problem) => problem.pointer)).toEqual([pointer])
})

test('[C01] [C08] [C22] refuses invalid JSON, NUL characters and a malformed id, and accepts a note of 500 characters', async () => {
  const id = await shown()
  expectRefusal(await post(id, '{'), { status: 400, code: 'malformed_json' })
  const withNul = JSON.stringify({ reason: 'other', note: 'a\0b' })
  expectRefusal(await post(id, withNul), { status: 422, code: 'invalid_text' })
  expectRefusal(await post("'--", '{"reason":"other"}'), { status: 404, code: 'not_found' })
  const note = '🦊'.repeat(500)
  expect(await report(id, { reason: 'other', note })).toMatchObject({ note })
})

test('refuses a report from a visitor who isn’t signed in', async () => {
  const id = await shown()
  await expect(call(reportJob, { params: { id }, body: { reason: 'other' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('refuses the 21st report within a minute and says when to try again', async () => {
  const id = await shown()
  for (let count = 0; count < 20; count++) await report(id, { reason: 'other' })
  await expect(report(id, { reason: 'other' })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  })
})

test('a user’s reports are part of their export and are deleted with their account', async () => {
  const formerUser = await signInSomeone(testApi)
  const [older, newer] = [await shown(), await shown()]
  const first = await report(older, { reason: 'other', note: 'Older.' }, formerUser)
  clock.now = new Date(clock.now.getTime() + 1_000)
  const second = await report(newer, { reason: 'explicit' }, formerUser)
  await report(older, { reason: 'illegal' })
  expect((await formerUser.call(exportMe)).reports).toEqual([second, first])
  await formerUser.call(deleteMe)
  const { left } = await rowOf(
    deps,
    sql`select count(*)::int as left from job_reports where user_address = ${formerUser.address.toLowerCase()}`,
  )
  expect(left).toBe(0)
  expect(await kept(older)).toHaveLength(1)
})
