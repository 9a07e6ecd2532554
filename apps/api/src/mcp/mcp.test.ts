import { setTimeout as sleep } from 'node:timers/promises'
import { type Assignment, claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { listMyJobs } from '@infra/protocol/jobs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { originForMcp } from '../test/programs/origin-for-mcp.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
api.clock.now = new Date()
await liftRateLimits(api.deps)
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice)
const node = await startNode(api, {
  apps: [
    { id: 'story-teller', version: 1 },
    { id: 'speak', version: 1 },
    { id: 'upscale', version: 1 },
  ],
})

beforeEach(() => cancelAll(api.deps))

/** How many calls a client cancels; `npm run proof` cancels more. */
const CANCELS = Number(process.env.PROOF_MCP_CANCELS ?? 2)

const origin = await originForMcp(api)

const eras = ['auto', 'legacy'] as const
type Era = (typeof eras)[number]

const story = { name: 'story-teller', arguments: { prompt: 'Once', length: 16, seed: 7 } }
/** Costs 11 credits, so it must be confirmed. */
const costlyCall = { name: 'speak', arguments: { text: 'Ha. '.repeat(250) } }

/** Connects the official client. */
async function connect(era: Era, options: Options = {}): Promise<Client> {
  const { at = { origin }, secret = key.secret, answer } = options
  const client = new Client(
    { name: 'a test', version: '1' },
    { versionNegotiation: { mode: era }, capabilities: answer ? { elicitation: { form: {} } } : {} },
  )
  if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params))
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${at.origin}/mcp`), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

interface Options {
  at?: Pick<typeof api, 'origin'>
  secret?: string
  answer?: (params: { message: string }) => { action: 'accept' | 'decline'; content?: { confirm: boolean } }
}

/** Takes the next job and finishes it. It may take a while, since the first file starts the inspector. */
async function work(): Promise<Assignment> {
  let job = await node.call(claimJob, { query: { wait: 5 } })
  while (!job) job = await node.call(claimJob, { query: { wait: 5 } })
  await node.finish(job)
  return job
}

const credits = async () => (await alice.call(getCredits)).available
const latest = async () => (await alice.call(listMyJobs, { query: { limit: 1 } })).items[0]!

test.for(eras)('[%s] lists every published app as a tool with its fields and its price', async (era) => {
  const client = await connect(era)
  expect(client.getServerVersion()).toMatchObject({ name: 'infra' })
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['cut-out', 'erase-fill', 'expand-photo'])
  expect(names.slice(-5)).toEqual(['quote', 'get_job', 'cancel_job', 'list_jobs', 'balance'])
  expect(names).not.toContain('echo')
  expect(tools.find(({ name }) => name === 'story-teller')).toMatchObject({
    description: expect.stringContaining('Costs 1 credit plus 0.01 for each of "length"'),
    inputSchema: {
      properties: {
        length: { type: 'integer', minimum: 16, maximum: 256 },
        visibility: { enum: ['private', 'public'] },
      },
    },
  })
  expect(tools.find(({ name }) => name === 'upscale')!.inputSchema.required).toEqual(['image'])
})

test.for(eras)(
  '[%s] a call submits a private job, reports its progress and returns its result and receipt',
  async (era) => {
    const client = await connect(era)
    const reported: number[] = []
    const before = await credits()
    const calling = client.callTool(story, { onprogress: ({ progress }) => void reported.push(progress) })
    const job = await node.claim()
    for (const part of [0.25, 0.75]) {
      await node.call(renewLease, { ...leaseOf(job), body: { progress: { part, stage: 'Writing' } } })
      await eventually(() => expect(reported.at(-1)).toBe(part))
    }
    await node.finish(job)
    const result = await calling
    expect(result.isError).toBeFalsy()
    expect(result.content[0]).toEqual({ type: 'text', text: `Once Then came ${job.jobId}.` })
    expect(result.structuredContent).toMatchObject({
      job: job.jobId,
      status: 'finished',
      credits: 2,
      receipt: {},
    })
    expect(reported).toEqual([0.25, 0.75])
    expect(await latest()).toMatchObject({ id: job.jobId, visibility: 'private' })
    expect(before - (await credits())).toBe(2)
  },
)

test.for(eras)(
  `[%s] cancels and refunds ${CANCELS} calls that their client cancels`,
  { timeout: 60_000 + CANCELS * 2_000, retry: 0 },
  async (era, { annotate }) => {
    const client = await connect(era)
    const before = await alice.call(getCredits)
    const taken: number[] = []
    for (let count = 0; count < CANCELS; count++) {
      const stop = new AbortController()
      const calling = client.callTool(story, { signal: stop.signal }).catch(() => 'cancelled')
      const job = await node.claim()
      const stoppedAt = performance.now()
      stop.abort()
      expect(await calling).toBe('cancelled')
      await eventually(async () =>
        expect(await latest()).toMatchObject({ id: job.jobId, status: 'cancelled', charged: 0 }),
      )
      taken.push(performance.now() - stoppedAt)
    }
    expect(await alice.call(getCredits)).toEqual(before)
    const [median, slowest] = [0.5, 1].map((part) => taken.toSorted((a, b) => a - b).at(part * CANCELS - 1))
    await annotate(
      `[${era}] ${CANCELS} of ${CANCELS}: median ${median?.toFixed(0)} ms, slowest ${slowest?.toFixed(0)} ms`,
    )
  },
)

test('a call that is cancelled while the database is down is cancelled once the database is back', async () => {
  const database = await faultProxy(api.deps.config.databaseUrl)
  const other = await startTestApi({ env: { DATABASE_URL: database.url } })
  other.clock.now = api.clock.now
  const client = await connect('auto', { at: other })
  const stop = new AbortController()
  const calling = client.callTool(story, { signal: stop.signal }).catch(() => 'cancelled')
  const job = await node.claim()
  await database.inject({ kind: 'refuse' })
  stop.abort()
  expect(await calling).toBe('cancelled')
  // Enough time for failed attempts.
  await sleep(1_000)
  expect(await latest()).toMatchObject({ id: job.jobId, status: 'running' })
  await database.restore()
  await eventually(async () => expect(await latest()).toMatchObject({ status: 'cancelled', charged: 0 }))
})

test('cancels a call when the message arrives at another process', async () => {
  const other = await startTestApi({ env: { DATABASE_URL: api.deps.config.databaseUrl } })
  other.clock.now = api.clock.now
  const post = (at: typeof api, body: object, session?: string) =>
    fetch(`${at.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  const started = await post(api, { id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
  const session = started.headers.get('mcp-session-id')!
  const calling = post(api, { id: 5, method: 'tools/call', params: story }, session)
  const job = await node.claim()
  const cancel = { method: 'notifications/cancelled', params: { requestId: 5 } }
  // Without the session it's a different request.
  await post(other, cancel)
  expect((await post(other, cancel, session)).status).toBe(202)
  expect((await calling).status).toBe(202)
  expect(await latest()).toMatchObject({ id: job.jobId, status: 'cancelled', charged: 0 })
})

test('asks the user once to confirm an expensive call', async () => {
  const prompts: string[] = []
  const client = await connect('auto', {
    answer: ({ message }) => {
      prompts.push(message)
      return { action: 'accept', content: { confirm: true } }
    },
  })
  const calling = client.callTool(costlyCall)
  await work()
  expect((await calling).structuredContent).toMatchObject({ status: 'finished', credits: 11 })
  expect(prompts).toEqual([expect.stringContaining('Speak costs 11 credits here')])
})

test('submits nothing that the user declines or cannot be asked about, unless maxCredits allows it', async () => {
  const before = await latest()
  const declining = await connect('auto', { answer: () => ({ action: 'decline' }) })
  expect(await declining.callTool(costlyCall)).toMatchObject({ isError: true })
  for (const era of eras) {
    const result = await (await connect(era)).callTool(costlyCall)
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"maxCredits": 11') }],
    })
  }
  expect((await latest()).id).toBe(before.id)
  const allowed = (await connect('legacy')).callTool({
    ...costlyCall,
    arguments: { ...costlyCall.arguments, maxCredits: 11 },
  })
  await work()
  expect((await allowed).isError).toBeFalsy()
})

test('a result can be read, and used as the input of another tool', async () => {
  const client = await connect('auto')
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const first = client.callTool({ name: 'upscale', arguments: { image: `data:image/png;base64,${pixel}` } })
  const job = await work()
  expect((await first).content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' })
  const { outputs } = (await first).structuredContent as { outputs: { name: string; uri: string }[] }
  const [output] = outputs
  const { contents } = await client.readResource({ uri: output!.uri })
  expect(contents[0]).toMatchObject({ mimeType: 'image/png', blob: expect.any(String) })
  expect((await client.listResources()).resources[0]).toMatchObject({ uri: output!.uri })
  const second = client.callTool({
    name: 'upscale',
    arguments: { image: `job:${job.jobId}/${output!.name}` },
  })
  await work()
  expect((await second).isError).toBeFalsy()
  const stranger = await makeTestKey(api, await signInSomeone(api))
  const other = await connect('auto', { secret: stranger.secret })
  await expect(other.readResource({ uri: output!.uri })).rejects.toThrow('no such result')
})

test('reports an invalid argument to the model and an unknown tool to its program', async () => {
  const client = await connect('auto')
  const wrong = await client.callTool({ name: 'story-teller', arguments: { length: 3, colour: 'red' } })
  expect(wrong).toMatchObject({ isError: true })
  expect(JSON.stringify(wrong.content)).toMatch(/length: .*colour/s)
  await expect(client.callTool({ name: 'sing', arguments: {} })).rejects.toThrow('no tool "sing"')
  expect(await node.call(claimJob)).toBeNull()
})

test('answers questions for prices, jobs and credits, and cancels a job', async () => {
  const client = await connect('legacy')
  const ask = async (name: string, args = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent
  expect(await ask('quote', { app: 'story-teller', input: { prompt: 'A', length: 100 } })).toMatchObject({
    credits: 2,
  })
  expect(await ask('balance')).toMatchObject({
    available: await credits(),
    keyLeft: { day: expect.any(Number) },
  })
  const calling = client.callTool(story)
  const job = await node.claim()
  expect(await ask('list_jobs', { limit: 1 })).toMatchObject({
    jobs: [{ job: job.jobId, status: 'running' }],
  })
  expect(await ask('cancel_job', { id: job.jobId })).toMatchObject({ status: 'cancelled', credits: 0 })
  expect(await calling).toMatchObject({ isError: true })
  expect(await ask('get_job', { id: job.jobId })).toMatchObject({ status: 'cancelled' })
})

test('a key can call only the tools of its scopes', async () => {
  const reading = await makeTestKey(api, alice, { scopes: ['read'] })
  const client = await connect('auto', { secret: reading.secret })
  expect(await client.callTool(story)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('scope_missing') }],
  })
  expect((await client.callTool({ name: 'balance', arguments: {} })).isError).toBeFalsy()
  const ordering = await makeTestKey(api, alice, { scopes: ['order'] })
  const other = await connect('auto', { secret: ordering.secret })
  expect((await other.callTool({ name: 'balance', arguments: {} })).isError).toBe(true)
  await expect(other.listResources()).rejects.toThrow('scope')
})
