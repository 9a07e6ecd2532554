import { createClient } from '@infra/protocol/client'
import { listMyFeedback, listSimilarFeedback, sendBugReport, sendScreenshot } from '@infra/protocol/feedback'
import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { eq, sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { feedbackReports } from '../db/feedback-tables.ts'
import { QUOTA_BYTES } from '../files/file-rules.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, clock, deps, origin } = testApi
const picture = new Blob([new Uint8Array(await drawing().png().toBuffer())])
const diagnostics = {
  version: 'Beta 1.0.1',
  page: '/feed?job=1',
  browser: 'Chrome on Linux',
  requestIds: [crypto.randomUUID()],
}
const report = {
  kind: 'bug',
  title: 'The door creaks',
  description: 'It creaks whenever it is opened.',
} as const

beforeEach(() => {
  // Each test in a rate window of its own.
  clock.now = new Date(clock.now.getTime() + 60_000)
})

test("[I-10] [R-API-7] stores a visitor's report word for word", async () => {
  const words = {
    ...report,
    title: '<script>alert(1)</script> {{7*7}}',
    description: "'; DROP TABLE x; -- 👩‍👩‍👧 עברית",
  }

  const answer = await call(sendBugReport, { body: words })

  expect(answer).toEqual({ id: expect.any(String), createdAt: clock.now })
  const rows = await deps.db.select().from(feedbackReports)
  expect(rows).toContainEqual(
    expect.objectContaining({ ...answer, ...words, state: 'new', userAddress: null }),
  )
})

test('[finding S21] visitors of one network do not use up the upload quota of another', async () => {
  const behindProxy = await startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
  const from = (address: string) =>
    createClient({
      prefix: `${behindProxy.origin}/api`,
      headers: async () => ({ 'x-forwarded-for': address }),
    })
  const send = async (address: string, width: number) =>
    from(address)(sendScreenshot, {
      file: new Blob([new Uint8Array(await drawing({ width, height: 9 }).png().toBuffer())]),
    })
  const networks = [
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'],
  ] as const
  for (const [place, [address, neighbour, stranger]] of networks.entries()) {
    const { sha256 } = await send(address, 20 + place)
    // Pretend that it used up the daily quota.
    await behindProxy.deps.db.execute(sql`update blobs set bytes = ${QUOTA_BYTES} where sha256 = ${sha256}`)
    await expect(send(neighbour, 30 + place)).rejects.toMatchObject({ code: 'quota_exceeded' })
    const { id } = await send(stranger, 40 + place)
    // A phone may have changed networks before its report is sent.
    const sent = await from('192.0.2.3')(sendBugReport, { body: { ...report, screenshots: [id] } })
    expect(sent.id).toEqual(expect.any(String))
  }
})

test("[R-API-7] lists a person's reports with contact, diagnostics, screenshots and state, to them alone", async () => {
  const alice = await signInSomeone(testApi)
  const { id: screenshot } = await alice.call(sendScreenshot, { file: picture })
  const sent = { ...report, contact: 'fern@example.org', diagnostics }
  const { id } = await alice.call(sendBugReport, { body: { ...sent, screenshots: [screenshot] } })
  const { items } = await alice.call(listMyFeedback)
  expect(items).toEqual([
    {
      id,
      ...sent,
      state: 'new',
      answer: '',
      answeredAt: null,
      devlogEntry: null,
      createdAt: clock.now,
      screenshots: [expect.objectContaining({ width: 320, height: 240, url: expect.any(String) })],
    },
  ])
  const { url } = items[0]!.screenshots[0]!
  expect((await fetch(origin + url)).status).toBe(200)
  expect((await fetch(origin + url.split('?')[0])).status).toBe(404)
  expect((await (await signInSomeone(testApi)).call(listMyFeedback)).items).toEqual([])
})

test('[F11] a visitor must sign in to list their reports', async () => {
  await expect(call(listMyFeedback)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test("accepts a screenshot sent before signing in, and refuses one that has expired or is another person's", async () => {
  const { id: screenshot } = await call(sendScreenshot, { file: picture })
  const alice = await signInSomeone(testApi)
  await alice.call(sendBugReport, { body: { ...report, screenshots: [screenshot] } })
  const { id: ofAlice } = await alice.call(sendScreenshot, { file: picture })
  const body = { ...report, screenshots: [screenshot, ofAlice] }
  await expect(call(sendBugReport, { body })).rejects.toMatchObject({
    code: 'input_expired',
    errors: [{ pointer: '/screenshots/1', message: 'has expired' }],
  })
  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60_000)
  await expect(call(sendBugReport, { body: { ...report, screenshots: [screenshot] } })).rejects.toMatchObject(
    { code: 'input_expired' },
  )
})

test('[F14] answers 413 to a screenshot that is too large, and 415 to a file that is no picture', async () => {
  const send = (bytes: Buffer, name: string) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name))
    return readAnswer(fetch(`${origin}/api/bugreport/screenshot`, { method: 'POST', body: form }))
  }
  const large = Buffer.alloc(UPLOAD_BYTES_MAX + 1)
  expectRefusal(await send(large, 'a.png'), { status: 413, code: 'payload_too_large' })
  for (const [bytes, name] of [
    [Buffer.from('PK\x03\x04 a zip'), 'a.zip'],
    [wavOf(), 'a.wav'],
  ] as const) {
    expectRefusal(await send(bytes, name), { status: 415, code: 'unsupported_media_type' })
  }
})

test('keeps a screenshot as long as its report, and deletes both with the account', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(testApi, key)
  const file = new Blob([new Uint8Array(await drawing({ width: 99 }).png().toBuffer())])
  const { id, sha256 } = await alice.call(sendScreenshot, { file })
  await alice.call(sendBugReport, { body: { ...report, screenshots: [id] } })
  const collect = async () => {
    clock.now = new Date(clock.now.getTime() + 48 * 60 * 60_000)
    await deps.db.execute(sql`update loose_blobs set since = now() - interval '2 hours'`)
    await sweepFiles(deps)
    await deps.db.execute(sql`update loose_blobs set since = now() - interval '2 hours'`)
    await sweepFiles(deps)
    const { rows } = await deps.db.execute(sql`select from blobs where sha256 = ${sha256}`)
    return rows.length
  }
  expect(await collect()).toBe(1)
  const again = await signInSomeone(testApi, key)
  expect((await again.call(exportMe)).feedback).toMatchObject([{ title: report.title }])
  await again.call(deleteMe)
  expect(await collect()).toBe(0)
  const { rows } = await deps.db.execute(
    sql`select from feedback_reports where user_address = ${alice.address.toLowerCase()}`,
  )
  expect(rows).toEqual([])
})

test.for(['a@b\r\nBcc: x', 'a@b\nx', 'a@b\u0085x', 'x'.repeat(201)])(
  '[F13] refuses the contact %j at its field',
  async (contact) => {
    const sent = fetch(`${origin}/api/bugreport`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...report, contact }),
    })
    const { errors } = expectRefusal(await readAnswer(sent), { status: 422, code: 'validation_failed' })
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/contact'])
  },
)

test('[F19] stores a repeated report once per idempotency key, and refuses another report under the same key', async () => {
  const alice = await signInSomeone(testApi)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (const sender of [call, alice.call]) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sender(sendBugReport, { headers, body: report })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    await expect(
      sender(sendBugReport, { headers, body: { ...report, title: 'Another door' } }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  }
  expect((await alice.call(listMyFeedback)).items).toHaveLength(1)
})

test('finds similar reports that a moderator has read, the most similar first', async () => {
  const titles = {
    'Pictures do not load in the feed': 'open',
    'The feed loads slowly': 'planned',
    'Feed pictures are blurred': 'fixed',
    'Loading pictures of feeds': 'declined',
    'Pictures in the feed never load': 'new',
    'Cellars should be green': 'open',
  } as const
  for (const [title, state] of Object.entries(titles)) {
    const { id } = await call(sendBugReport, { body: { ...report, title } })
    await deps.db.update(feedbackReports).set({ state, answer: 'Seen.' }).where(eq(feedbackReports.id, id))
  }
  const like = async (title: string) =>
    (await call(listSimilarFeedback, { query: { title } })).items.map((item) => item.title)
  expect(await like('Feed: the picture is not loading')).toEqual([
    'Pictures do not load in the feed',
    'Feed pictures are blurred',
    'The feed loads slowly',
  ])
  expect(await like('the and of it')).toEqual([])
  expect(await like("'; drop table & | ! :* <-> \\")).toEqual([])
  const { items } = await call(listSimilarFeedback, { query: { title: 'green cellars' } })
  expect(items).toEqual([
    {
      id: expect.any(String),
      kind: 'bug',
      title: 'Cellars should be green',
      state: 'open',
      answer: 'Seen.',
      devlogEntry: null,
      createdAt: expect.any(Date),
    },
  ])
})

test('[F10] refuses the eleventh report within a minute, says when to retry, and accepts it then', async () => {
  const send = () => call(sendBugReport, { body: report })
  const first = await Promise.allSettled(Array.from({ length: 10 }, send))
  expect(first.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))

  await expect(send()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await expect(send()).resolves.toMatchObject({ id: expect.any(String) })
})

test.for([
  { field: 'title', length: 3, message: 'must have at least 4 characters' },
  { field: 'title', length: 121, message: 'must have at most 120 characters' },
  { field: 'description', length: 9, message: 'must have at least 10 characters' },
  { field: 'description', length: 4001, message: 'must have at most 4000 characters' },
])('refuses a $field of $length characters at its field, in the client and in the API', async (row) => {
  const body = { ...report, [row.field]: '🦊'.repeat(row.length) }
  const errors = [{ pointer: `/${row.field}`, message: row.message }]
  await expect(call(sendBugReport, { body })).rejects.toMatchObject({ code: 'validation_failed', errors })

  const answer = await fetch(`${origin}/api/bugreport`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors })
})
