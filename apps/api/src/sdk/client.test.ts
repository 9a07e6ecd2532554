import { Infra } from '@infra/client/infra'
import { JobError } from '@infra/client/infra-error'
import { claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, failForGood, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice)
const node = await startNode(api)
const proxy = await faultProxy(api.origin)
const infra = new Infra({ baseUrl: api.origin, key: key.secret })
/** By way of a connection that tests break. */
const shaky = new Infra({ baseUrl: proxy.url, key: key.secret })

afterEach(async () => {
  await proxy.heal()
  await cancelAll(api.deps)
})

const countJobs = () => rowOf(api.deps, sql`select count(*)::int as count from jobs`)

test('an order is run, and its result read', async () => {
  const answer = infra.run('echo', { text: 'hello' })
  await node.finish(await node.claim())
  const job = await answer
  expect(job).toMatchObject({ status: 'finished', visibility: 'private', charged: 1 })
  expect(job.receipt?.claims.job).toBe(job.id)
  expect(new TextDecoder().decode(await infra.bytes(job))).toBe('hello')
  await expect(infra.bytes(job, 'picture')).rejects.toMatchObject({ code: 'not_found' })
})

test('a key that may only order can run', async () => {
  const { secret } = await makeTestKey(api, alice, { scopes: ['order'] })
  const answer = new Infra({ baseUrl: `${api.origin}/api`, key: secret }).run('echo', { text: 'mine' })
  await node.finish(await node.claim())
  expect((await answer).outputs[0]?.text).toBe('mine')
})

test('progress and text are told as they come', async () => {
  const parts: number[] = []
  const texts: string[] = []
  const answer = infra.run(
    'echo',
    { text: 'slowly' },
    { onProgress: ({ part }) => parts.push(part), onText: (text) => texts.push(text) },
  )
  const job = await node.claim()
  await node.call(renewLease, {
    ...leaseOf(job),
    body: { progress: { part: 0.5, stage: 'half' }, text: { at: 0, append: 'slo' } },
  })
  await eventually(() =>
    expect({ parts, texts }).toEqual({ parts: expect.arrayContaining([0.5]), texts: ['slo'] }),
  )
  await node.finish(job)
  expect((await answer).status).toBe('finished')
  expect(parts.at(-1)).toBe(1)
})

test('files are uploaded, a result is fed to the next job, and pictures come back by the byte', async () => {
  const picture = new File([new Uint8Array(await drawing().png().toBuffer())], 'a.png')
  expect((await infra.price('upscale', { image: picture })).credits).toBeGreaterThan(0)
  const first = infra.run('upscale', { image: picture })
  await node.finish(await node.claim())
  const { id, outputs } = await first
  const second = infra.run('vectorise', { image: `job:${id}/${outputs[0]!.name}` })
  await node.finish(await node.claim())
  const bytes = await infra.bytes(await second)
  expect(Buffer.from(bytes).toString()).toContain('<svg')
  expect(bytes.length).toBe((await second).outputs[0]!.bytes)
})

test('a link that has ended is asked for again', async () => {
  const answer = infra.run('imagine', { prompt: 'a fox' })
  await node.finish(await node.claim())
  const job = await answer
  const old = job.outputs.map((file) => ({ ...file, url: file.url!.replace(/expires=\d+/, 'expires=1') }))
  expect((await infra.bytes({ ...job, outputs: old })).length).toBe(job.outputs[0]!.bytes)
})

test('a job that fails is thrown, with the job', async () => {
  const answer = infra.run('echo', { text: 'no' }).catch((error: unknown) => error)
  await failForGood(api.deps, node, 'app_failed')
  const error = await answer
  expect(error).toBeInstanceOf(JobError)
  expect(error).toMatchObject({ code: 'app_failed', job: { status: 'error', charged: 0 } })
})

test('what is refused is thrown with its code and fields, and is not sent again', async () => {
  await expect(infra.run('echo', { text: 'x'.repeat(999) })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/input/text' }],
  })
  await expect(infra.run('story-teller', { prompt: 'Once' }, { maxCredits: 0 })).rejects.toMatchObject({
    code: 'price_above_limit',
    status: 402,
  })
  await expect(new Infra({ baseUrl: api.origin }).credits()).rejects.toMatchObject({ status: 401 })
})

test('an order whose answer is lost is sent again, and is one job', async () => {
  const before = await countJobs()
  await proxy.suffer({ kind: 'cut', afterBytes: 10 })
  const answer = shaky.submit('echo', { text: 'once' })
  await eventually(async () => expect(await countJobs()).not.toEqual(before))
  await proxy.heal()
  const { id } = await answer
  expect(await countJobs()).toEqual({ count: Number(before.count) + 1 })
  expect((await infra.jobs({ status: 'open' })).items.map((job) => job.id)).toEqual([id])
})

test('a stream that breaks goes on where it was, and tells nothing twice', async () => {
  const { id } = await shaky.submit('echo', { text: 'watched' })
  const seen: { seq: number; status: string }[] = []
  const watching = (async () => {
    for await (const { seq, status } of shaky.watch(id)) seen.push({ seq, status })
  })()
  await eventually(() => expect(seen.length).toBe(1))
  await proxy.suffer({ kind: 'reset' })
  const job = await node.claim()
  await proxy.heal()
  await eventually(() => expect(seen.at(-1)?.status).toBe('running'))
  await node.finish(job)
  await watching
  expect(seen.at(-1)?.status).toBe('finished')
  const numbers = seen.map(({ seq }) => seq)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
})

test.for(['waits', 'watches'] as const)(
  'aborted while it %s, the job is cancelled and paid back',
  async (how) => {
    const before = await alice.call(getCredits)
    const abort = new AbortController()
    const answer = infra
      .run(
        'echo',
        { text: 'stop' },
        { signal: abort.signal, ...(how === 'watches' && { onProgress: () => {} }) },
      )
      .catch((error: unknown) => error)
    await eventually(async () => expect((await infra.jobs({ status: 'open' })).items).toHaveLength(1))
    abort.abort(new Error('enough'))
    expect(await answer).toMatchObject({ message: 'enough' })
    expect((await infra.jobs({ limit: 1 })).items[0]).toMatchObject({ status: 'cancelled', charged: 0 })
    expect(await alice.call(getCredits)).toEqual(before)
    expect(await node.call(claimJob)).toBeNull()
  },
)

test('aborted while the answer is lost, the job that was ordered is found and cancelled', async () => {
  const before = await countJobs()
  const abort = new AbortController()
  await proxy.suffer({ kind: 'cut', afterBytes: 10 })
  const answer = shaky
    .run('echo', { text: 'lost' }, { signal: abort.signal })
    .catch((error: unknown) => error)
  await eventually(async () => expect(await countJobs()).not.toEqual(before))
  abort.abort(new Error('enough'))
  await proxy.heal()
  expect(await answer).toMatchObject({ message: 'enough' })
  expect(await countJobs()).toEqual({ count: Number(before.count) + 1 })
  expect((await infra.jobs({ status: 'open' })).items).toEqual([])
})

test('an order that is aborted before it is sent is not sent', async () => {
  const before = await countJobs()
  const abort = AbortSignal.abort(new Error('never'))
  await expect(infra.run('echo', { text: 'x' }, { signal: abort })).rejects.toThrow('never')
  expect(await countJobs()).toEqual(before)
})

test('a job that ended before it was cancelled is returned as it is', async () => {
  const answer = infra.run('echo', { text: 'done' })
  await node.finish(await node.claim())
  const { id } = await answer
  expect((await infra.cancel(id)).status).toBe('finished')
})

test('a network that is away is told as such, after some tries', async () => {
  await proxy.suffer({ kind: 'refuse' })
  const impatient = new Infra({ baseUrl: proxy.url, key: key.secret, retries: 1 })
  await expect(impatient.credits()).rejects.toMatchObject({ code: 'unreachable', status: undefined })
})

test('the rest of what it reads', async () => {
  expect((await infra.apps()).map(({ id }) => id)).toContain('speak')
  expect(await infra.app('speak')).toMatchObject({ outputs: [{ kind: 'audio' }] })
  expect(await infra.key()).toMatchObject({ hint: key.registered.hint, scopes: ['read', 'order'] })
  expect((await infra.networkKeys())[0]).toMatchObject({ until: null })
})

test('a batch is one order though its answer is lost, tells how it goes, and its results are in order', async () => {
  const before = await countJobs()
  const seen: number[] = []
  await proxy.suffer({ kind: 'cut', afterBytes: 0 })
  const answer = shaky.batch(
    ['one', 'two', 'three'].map((text) => ({ app: 'echo', input: { text }, ref: text.toUpperCase() })),
    { onProgress: ({ jobs }) => seen.push(jobs.finished) },
  )
  await eventually(async () => expect(await countJobs()).toEqual({ count: Number(before.count) + 3 }))
  await proxy.heal()
  await node.finish(await node.claim())
  await node.finish(await node.claim())
  await failForGood(api.deps, node, 'app_failed')
  const results = await answer
  expect(results.map(({ ref, status }) => [ref, status])).toEqual([
    ['ONE', 'finished'],
    ['TWO', 'finished'],
    ['THREE', 'error'],
  ])
  expect(results[0]!.outputs).toMatchObject([{ name: 'text', text: 'one' }])
  expect(results.map(({ credits }) => credits)).toEqual([1, 1, 0])
  expect(seen.at(-1)).toBe(2)
  expect(await countJobs()).toEqual({ count: Number(before.count) + 3 })
})

test('a batch that is aborted is cancelled and paid back', async () => {
  const stop = new AbortController()
  const { available } = await alice.call(getCredits)
  const answer = infra.batch(
    [
      { app: 'echo', input: { text: 'a' } },
      { app: 'echo', input: { text: 'b' } },
    ],
    {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    },
  )
  await expect(answer).rejects.toThrow()
  expect(await alice.call(getCredits)).toMatchObject({ available, held: 0 })
})
