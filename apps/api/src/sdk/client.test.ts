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
/** A client whose connection the tests break. */
const unreliable = new Infra({ baseUrl: proxy.url, key: key.secret })

afterEach(async () => {
  await proxy.restore()
  await cancelAll(api.deps)
})

const countJobs = () => rowOf(api.deps, sql`select count(*)::int as count from jobs`)

test('runs a job and reads its result', async () => {
  const answer = infra.run('echo', { text: 'hello' })
  await node.finish(await node.claim())
  const job = await answer
  expect(job).toMatchObject({ status: 'finished', visibility: 'private', charged: 1 })
  expect(job.receipt?.claims.job).toBe(job.id)
  expect(new TextDecoder().decode(await infra.bytes(job))).toBe('hello')
  await expect(infra.bytes(job, 'picture')).rejects.toMatchObject({ code: 'not_found' })
})

test('a key that can only submit jobs can run one', async () => {
  const { secret } = await makeTestKey(api, alice, { scopes: ['order'] })
  const answer = new Infra({ baseUrl: `${api.origin}/api`, key: secret }).run('echo', { text: 'mine' })
  await node.finish(await node.claim())
  expect((await answer).outputs[0]?.text).toBe('mine')
})

test('reports progress and text as they arrive', async () => {
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

test('uploads files, uses a result as the next input and reads the bytes of a drawing', async () => {
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

test('requests a new link when the old one has expired', async () => {
  const answer = infra.run('imagine', { prompt: 'a fox' })
  await node.finish(await node.claim())
  const job = await answer
  const old = job.outputs.map((file) => ({ ...file, url: file.url!.replace(/expires=\d+/, 'expires=1') }))
  expect((await infra.bytes({ ...job, outputs: old })).length).toBe(job.outputs[0]!.bytes)
})

test('throws the error of a failed job, with the job', async () => {
  const answer = infra.run('echo', { text: 'no' }).catch((error: unknown) => error)
  await failForGood(api.deps, node, 'app_failed')
  const error = await answer
  expect(error).toBeInstanceOf(JobError)
  expect(error).toMatchObject({ code: 'app_failed', job: { status: 'error', charged: 0 } })
})

test('throws a refusal with its code and fields and does not retry it', async () => {
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

test('retries a submission whose response was lost, and creates one job', async () => {
  const before = await countJobs()
  await proxy.inject({ kind: 'cut', afterBytes: 10 })
  const answer = unreliable.submit('echo', { text: 'once' })
  await eventually(async () => expect(await countJobs()).not.toEqual(before))
  await proxy.restore()
  const { id } = await answer
  expect(await countJobs()).toEqual({ count: Number(before.count) + 1 })
  expect((await infra.jobs({ status: 'open' })).items.map((job) => job.id)).toEqual([id])
})

test('resumes a broken stream and reports no change twice', async () => {
  const { id } = await unreliable.submit('echo', { text: 'watched' })
  const seen: { seq: number; status: string }[] = []
  const watching = (async () => {
    for await (const { seq, status } of unreliable.watch(id)) seen.push({ seq, status })
  })()
  await eventually(() => expect(seen.length).toBe(1))
  await proxy.inject({ kind: 'reset' })
  const job = await node.claim()
  await proxy.restore()
  await eventually(() => expect(seen.at(-1)?.status).toBe('running'))
  await node.finish(job)
  await watching
  expect(seen.at(-1)?.status).toBe('finished')
  const numbers = seen.map(({ seq }) => seq)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
})

test.for(['waits', 'watches'] as const)(
  'cancels and refunds the job when run is aborted while it %s',
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

test('finds and cancels the job when run is aborted after the response was lost', async () => {
  const before = await countJobs()
  const abort = new AbortController()
  await proxy.inject({ kind: 'cut', afterBytes: 10 })
  const answer = unreliable
    .run('echo', { text: 'lost' }, { signal: abort.signal })
    .catch((error: unknown) => error)
  await eventually(async () => expect(await countJobs()).not.toEqual(before))
  abort.abort(new Error('enough'))
  await proxy.restore()
  expect(await answer).toMatchObject({ message: 'enough' })
  expect(await countJobs()).toEqual({ count: Number(before.count) + 1 })
  expect((await infra.jobs({ status: 'open' })).items).toEqual([])
})

test('does not submit a job that is aborted before', async () => {
  const before = await countJobs()
  const abort = AbortSignal.abort(new Error('never'))
  await expect(infra.run('echo', { text: 'x' }, { signal: abort })).rejects.toThrow('never')
  expect(await countJobs()).toEqual(before)
})

test('cancelling a job that has ended returns it unchanged', async () => {
  const answer = infra.run('echo', { text: 'done' })
  await node.finish(await node.claim())
  const { id } = await answer
  expect((await infra.cancel(id)).status).toBe('finished')
})

test('throws unreachable after some retries when the network is down', async () => {
  await proxy.inject({ kind: 'refuse' })
  const retriesOnce = new Infra({ baseUrl: proxy.url, key: key.secret, retries: 1 })
  await expect(retriesOnce.credits()).rejects.toMatchObject({ code: 'unreachable', status: undefined })
})

test('reads apps, an app, the key and the network’s keys', async () => {
  expect((await infra.apps()).map(({ id }) => id)).toContain('speak')
  expect(await infra.app('speak')).toMatchObject({ outputs: [{ kind: 'audio' }] })
  expect(await infra.key()).toMatchObject({ hint: key.registered.hint, scopes: ['read', 'order'] })
  expect((await infra.networkKeys())[0]).toMatchObject({ until: null })
})

test('submits a batch once though the response is lost, reports progress and returns results in order', async () => {
  const before = await countJobs()
  const seen: number[] = []
  await proxy.inject({ kind: 'cut', afterBytes: 0 })
  const answer = unreliable.batch(
    ['one', 'two', 'three'].map((text) => ({ app: 'echo', input: { text }, ref: text.toUpperCase() })),
    { onProgress: ({ jobs }) => seen.push(jobs.finished) },
  )
  await eventually(async () => expect(await countJobs()).toEqual({ count: Number(before.count) + 3 }))
  await proxy.restore()
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

test('cancels and refunds a batch that is aborted', async () => {
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
