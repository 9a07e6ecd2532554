import { getCredits } from '@infra/protocol/credits'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import { quoteJob } from '@infra/protocol/jobs/quote-job'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, echo, failForGood, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { deps } = api
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice, { creditsTotal: 40 })
const node = await startNode(api)

beforeEach(() => cancelAll(deps))

const ordered = () =>
  rowOf(deps, sql`select count(*)::int as count from jobs where status in ('queued', 'running')`)

test.for(['session', 'key'] as const)(
  'a job submitted with ?wait and a %s is answered with its result',
  async (by) => {
    const { call } = by === 'key' ? key : alice
    const answer = call(submitJob, { ...echo('awaited'), query: { wait: 60 } })
    await node.finish(await node.claim())
    expect(await answer).toMatchObject({
      status: 'finished',
      outputs: [{ text: 'awaited' }],
      receipt: { claims: { app: expect.any(String) } },
    })
  },
)

test('a submission with ?wait is answered when the job fails or when the time is up', async () => {
  const failed = key.call(submitJob, { ...echo('fails'), query: { wait: 60 } })
  await failForGood(deps, node, 'app_failed')
  expect(await failed).toMatchObject({ status: 'error', reason: 'app_failed', charged: 0 })
  expect(await key.call(submitJob, { ...echo('late'), query: { wait: 1 } })).toMatchObject({
    status: 'queued',
  })
})

test('a submission repeated with the same idempotency key waits for the same job', async () => {
  const request = { ...echo('twice'), query: { wait: 60 }, headers: { 'idempotency-key': 'again' } }
  const first = key.call(submitJob, request)
  const job = await node.claim()
  const second = key.call(submitJob, request)
  await node.finish(job)
  expect((await first).id).toBe((await second).id)
  expect((await second).status).toBe('finished')
})

test('treats an idempotency key the same with and without quotes', async () => {
  const order = (text: string) =>
    key.call(submitJob, { ...echo('quoted'), headers: { 'idempotency-key': text } })
  expect((await order('"quoted-1"')).id).toBe((await order('quoted-1')).id)
  await expect(order('"half')).rejects.toMatchObject({ code: 'validation_failed' })
})

test('honours a wait in the Prefer header and says so in Preference-Applied', async () => {
  const send = (prefer: string) =>
    fetch(`${api.origin}/api/job`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', prefer },
      body: JSON.stringify(echo('preferred').body),
    })
  const answer = send('respond-async, wait=60')
  await node.finish(await node.claim())
  expect((await answer).headers.get('preference-applied')).toBe('wait=60')
  expect(await (await answer).json()).toMatchObject({ status: 'finished' })
  const unwanted = await send('return=minimal')
  expect(unwanted.headers.get('preference-applied')).toBeNull()
})

test('serves an output by its name to those who can see the job, and answers not_found to others', async () => {
  const { id } = await key.call(submitJob, echo('in bytes'))
  await node.finish(await node.claim())
  const read = await key.call(getJobOutput, { params: { id, name: 'text' } })
  expect([await read.text(), read.headers.get('content-type')]).toEqual([
    'in bytes',
    'text/plain; charset=utf-8',
  ])
  for (const [call, name] of [
    [key.call, 'picture'],
    [api.call, 'text'],
    [(await signInSomeone(api)).call, 'text'],
  ] as const)
    await expect(call(getJobOutput, { params: { id, name } })).rejects.toMatchObject({ code: 'not_found' })
})

test('states the needed and the available credits as numbers when someone can’t pay', async () => {
  const poor = await signInSomeone(api)
  const story = { appId: 'story-teller', input: { prompt: 'Once', length: 200 } }
  const capped = await makeTestKey(api, poor, { creditsTotal: 2, creditsPerDay: 5 })
  await expect(capped.call(submitJob, { body: story })).rejects.toMatchObject({
    code: 'key_cap',
    amounts: { needed: 3, keyLeft: { total: 2, day: 2 } },
  })
  await deps.db.execute(
    sql`update ledger_accounts set available = 0, granted = 1 where address = ${poor.address.toLowerCase()}`,
  )
  await expect(poor.call(submitJob, { body: story })).rejects.toMatchObject({
    code: 'insufficient_credits',
    amounts: { needed: 3, available: 1 },
  })
})

test('a job survives a caller that disconnects, and a closing server answers instead of waiting', async () => {
  const closing = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  closing.clock.now = api.clock.now
  const disconnect = new AbortController()
  const address = (at: typeof api) => `${at.origin}/api/job?wait=200`
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(echo('nobody waits').body),
  }
  const gone = fetch(address(api), { ...init, signal: disconnect.signal }).catch(() => 'gone')
  const answered = fetch(address(closing), init)
  await eventually(async () => expect(await ordered()).toEqual({ count: 2 }))
  disconnect.abort()
  expect(await gone).toBe('gone')
  const [job] = await Promise.all([answered.then((answer) => answer.json()), closing.close()])
  expect(job).toMatchObject({ status: expect.stringMatching(/queued|running/) })
  expect(await ordered()).toEqual({ count: 2 })
})

test('refuses a wait that is too long or not a whole number', async () => {
  for (const wait of ['241', '-1', '1.5', 'long', '']) {
    const answer = await fetch(`${api.origin}/api/job?wait=${wait}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(echo('no').body),
    })
    expect(await answer.json(), wait).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '?wait' }],
    })
  }
  expect(await ordered()).toEqual({ count: 0 })
})

test('quotes a price without holding credits', async () => {
  const story = { appId: 'story-teller', input: { prompt: 'Once', length: 200 } }
  const before = await alice.call(getCredits)
  const { credits, ...rest } = await alice.call(quoteJob, { body: story })
  expect(credits).toBe(3)
  expect(rest).toEqual({ available: before.available, keyLeft: null, aboutSeconds: null })
  expect((await key.call(quoteJob, { body: story })).keyLeft).toEqual({
    total: expect.any(Number),
    day: expect.any(Number),
  })
  expect(await alice.call(getCredits)).toEqual(before)
  await expect(
    alice.call(quoteJob, { body: { ...story, input: { length: 100_000 } } }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('refuses a job above maxCredits and accepts one that costs exactly that', async () => {
  const before = await alice.call(getCredits)
  const story = { appId: 'story-teller', input: { prompt: 'Once', length: 200 } }
  await expect(alice.call(submitJob, { body: { ...story, maxCredits: 2 } })).rejects.toMatchObject({
    code: 'price_above_limit',
    status: 402,
    message: 'This job costs 3 credits, more than the 2 you allow.',
    amounts: { needed: 3 },
  })
  expect(await alice.call(getCredits)).toEqual(before)
  const { id } = await alice.call(submitJob, { body: { ...story, maxCredits: 3 } })
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ price: 3 })
})
