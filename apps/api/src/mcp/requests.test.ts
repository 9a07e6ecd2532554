import { sendOutputs } from '@infra/hand-node/plausible-outputs'
import { type Assignment, claimJob } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { listMyJobs } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { makeTestKey } from '../test/api-key.ts'
import { drawing, noise } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { acceptedPrice, MCP_VERSION, mcpMeta, postMcp, type SentToMcp } from '../test/programs/post-mcp.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice)
const node = await startNode(api, { apps: ['speak', 'upscale', 'imagine'].map((id) => ({ id, version: 1 })) })

type Sent = Partial<SentToMcp>

const post = (sent: Sent) => postMcp({ secret: key.secret, origin: api.origin, ...sent })

test.for<[string, Sent, number, number]>([
  ['a body that is not JSON-RPC', { body: { hello: 1 } }, 400, -32600],
  ['a batch of requests', { body: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }] }, 400, -32600],
  ['an unknown method', { method: 'tools/dance' }, 404, -32601],
  [
    'an unknown method from an old client',
    {
      method: 'tools/dance',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/dance' },
      headers: { 'mcp-protocol-version': undefined },
    },
    200,
    -32601,
  ],
  [
    'a request without a protocol version',
    { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    400,
    -32602,
  ],
  [
    'an unknown protocol version',
    { params: { _meta: mcpMeta('2027-01-01') }, headers: { 'mcp-protocol-version': '2027-01-01' } },
    400,
    -32022,
  ],
  [
    'an unknown protocol version in the header alone',
    { body: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { 'mcp-protocol-version': '1999-01-01' } },
    400,
    -32022,
  ],
  [
    'a header with another protocol version',
    { headers: { 'mcp-protocol-version': '2025-11-25' } },
    400,
    -32020,
  ],
  ['a header with another method', { headers: { 'mcp-method': 'ping' } }, 400, -32020],
  [
    'a header with another tool',
    { method: 'tools/call', params: { name: 'speak' }, headers: { 'mcp-name': 'upscale' } },
    400,
    -32020,
  ],
  ['a request from another origin', { headers: { origin: 'https://elsewhere.example' } }, 403, -32600],
  ['an unknown tool', { method: 'tools/call', params: { name: 'sing' } }, 200, -32602],
  [
    'an unknown resource',
    {
      method: 'resources/read',
      params: { uri: 'infra://job/x/y' },
      headers: { 'mcp-name': 'infra://job/x/y' },
    },
    200,
    -32602,
  ],
])('refuses %s', async ([, sent, status, code]) => {
  expect(await post(sent)).toMatchObject({ status, error: { code } })
})

test('answers an unknown protocol version with the supported ones', async () => {
  const { error } = await post({
    params: { _meta: mcpMeta('2027-01-01') },
    headers: { 'mcp-protocol-version': '2027-01-01' },
  })
  expect(error!.data).toEqual({
    supported: [MCP_VERSION, '2025-11-25', '2025-06-18', '2025-03-26'],
    requested: '2027-01-01',
  })
})

test('refuses calls without a valid key, and other HTTP methods than POST', async () => {
  expect(await post({ secret: 'infra_sk_nonsense' })).toMatchObject({ status: 401, code: 'invalid_token' })
  expect(await post({ headers: { authorization: undefined } })).toMatchObject({
    status: 401,
    code: 'unauthenticated',
  })
  // The Python client names the type of a body that it doesn't send.
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${api.origin}/mcp`, { method, headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  }
})

test('every list says for how long and for whom it may be cached', async () => {
  expect((await post({})).result).toMatchObject({
    resultType: 'complete',
    ttlMs: 60_000,
    cacheScope: 'public',
  })
  expect((await post({ method: 'resources/list' })).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
  expect((await post({ method: 'server/discover' })).result).toMatchObject({
    supportedVersions: [MCP_VERSION, '2025-11-25', '2025-06-18', '2025-03-26'],
  })
})

const costlyCall = { name: 'speak', arguments: { text: 'Ha. '.repeat(250) } }
const call = (params: object, at: Pick<Sent, 'secret' | 'origin'> = {}) =>
  post({ method: 'tools/call', params: { ...costlyCall, ...params }, ...at })
const countJobs = async () => (await key.call(listMyJobs, { query: {} })).items.length

test('a confirmation that is sent several times submits one job', async () => {
  const { result } = await call({})
  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { price: { method: 'elicitation/create' } },
  })
  const { requestState } = result!
  const before = await countJobs()
  const answers = Array.from({ length: 8 }, () => call({ requestState, inputResponses: acceptedPrice }))
  await node.finish(await node.claim())
  const jobs = new Set(
    (await Promise.all(answers)).map((answer) => (answer.result!.structuredContent as { job: string }).job),
  )
  expect(jobs.size).toBe(1)
  expect(await countJobs()).toBe(before + 1)
})

test('a repeated confirmation of a call with a picture submits one job', async () => {
  const png = await drawing({ width: 600, height: 600 }).png().toBuffer()
  const picture = { name: 'upscale', arguments: { image: `data:image/png;base64,${png.toString('base64')}` } }
  const { requestState } = (await call(picture)).result!
  const confirmed = { ...picture, requestState, inputResponses: acceptedPrice }
  const before = await countJobs()
  const first = call(confirmed)
  let job: Assignment | null = null
  while (!job) job = await node.call(claimJob, { query: { wait: 5 } })
  const second = call(confirmed)
  await node.finish(job)
  for (const { result } of await Promise.all([first, second]))
    expect(result!.structuredContent).toMatchObject({ job: job.jobId, status: 'finished' })
  expect(await countJobs()).toBe(before + 1)
})

test.for([
  { side: 485, type: 'image' },
  { side: 590, type: 'resource_link' },
])(
  'a picture of random pixels, $side to a side, comes as $type, in less than 1 MiB',
  async ({ side, type }) => {
    const calling = call({ name: 'imagine', arguments: { prompt: 'Noise', steps: 5 } })
    const job = await node.claim()
    const picture = await noise(side).png().toBuffer()
    expect(picture.length).toBeLessThan(1024 * 1024)
    await node.finish(job, await sendOutputs(node.call, job, { picture }))
    const { result } = await calling
    expect((result!.content as { type: string }[])[0]!.type).toBe(type)
    expect(JSON.stringify(result).length).toBeLessThan(1024 * 1024 - 1_000)
  },
)

test('each call of an API process that is killed (kill -9) is one job, paid for once or refunded', async () => {
  const killedApi = await startApiProcess(api.deps.config.databaseUrl)
  const before = { jobs: await countJobs(), ...(await alice.call(getCredits)) }
  const short = { arguments: { text: 'Ha.' } }
  const { requestState } = (await call({})).result!
  const confirmed = { requestState, inputResponses: acceptedPrice }
  const running: Assignment[] = []
  const lost: Promise<unknown>[] = []
  for (const params of [confirmed, short, short]) {
    lost.push(call(params, killedApi).catch(() => 'lost'))
    running.push(await node.claim())
  }
  await killedApi.kill()
  expect(await Promise.all(lost)).toEqual(['lost', 'lost', 'lost'])
  const [first, second, third] = running
  const again = call(confirmed)
  await node.finish(first!)
  await node.finish(second!)
  expect((await again).result!.structuredContent).toMatchObject({ job: first!.jobId, credits: 11 })
  const ask = async (name: string, id: string) =>
    (await call({ name, arguments: { id } })).result!.structuredContent
  expect(await ask('get_job', second!.jobId)).toMatchObject({ status: 'finished', credits: 2 })
  expect(await ask('cancel_job', third!.jobId)).toMatchObject({ status: 'cancelled', credits: 0 })
  expect(await countJobs()).toBe(before.jobs + 3)
  expect(await alice.call(getCredits)).toEqual({
    available: before.available - 13,
    held: before.held,
    pending: before.pending,
  })
  expect(await reconcile(api.deps.db)).toEqual([])
})

test('a confirmation is valid only for its call and its key, and for five minutes', async () => {
  const stranger = await signInSomeone(api)
  const other = await makeTestKey(api, stranger)
  const { requestState } = (await call({})).result!
  const before = await countJobs()
  const changed = [
    call({ requestState, inputResponses: acceptedPrice, arguments: { text: 'Ho. '.repeat(250) } }),
    call({ requestState, inputResponses: acceptedPrice }, { secret: other.secret }),
    call({ requestState: `x${requestState}`, inputResponses: acceptedPrice }),
    call({ requestState: `${requestState!.split('.')[0]}.`, inputResponses: acceptedPrice }),
    call({ inputResponses: acceptedPrice }),
  ]
  for (const answer of await Promise.all(changed))
    expect(answer.result).toMatchObject({ resultType: 'input_required' })
  expect(
    (
      await call({
        requestState,
        inputResponses: { price: { action: 'accept', content: { confirm: false } } },
      })
    ).result,
  ).toMatchObject({ isError: true })
  api.clock.now = new Date(api.clock.now.getTime() + 5 * 60_000 + 1)
  expect((await call({ requestState, inputResponses: acceptedPrice })).result).toMatchObject({
    resultType: 'input_required',
  })
  expect(await countJobs()).toBe(before)
})
