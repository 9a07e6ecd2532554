import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Assignment, claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { getJob } from '@infra/protocol/jobs'
import { beforeEach, expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, failForGood } from '../test/echo.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { onFinished } from '../test/on-finished.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const OPEN = '127.0.0.2'
const api = await startTestApi({ env: { FETCH_INPUTS: 'true', OUTBOUND_ALLOW: OPEN } })
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice)
const node = await startNode(api, {
  apps: ['story-teller', 'speak', 'upscale'].map((id) => ({ id, version: 1 })),
})

beforeEach(() => cancelAll(api.deps))

const VERSION = '2026-07-28'
const TASKS = 'io.modelcontextprotocol/tasks'

interface Sent {
  secret?: string
  name?: string | undefined
  /** What the client declares. */
  extensions?: Record<string, object>
}

/** Sends a request as a client of the 2026 revision that declares tasks, apart from what the test changes. */
async function post(method: string, params: Record<string, unknown>, sent: Sent = {}) {
  const { secret = key.secret, extensions = { [TASKS]: {} } } = sent
  const name = 'name' in sent ? sent.name : ((params.name ?? params.taskId) as string | undefined)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, extensions },
  }
  const answer = await fetch(`${api.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }),
  })
  const text = await answer.text()
  const json = text.startsWith('{') ? text : text.match(/^data: (.*)$/m)![1]!
  return { status: answer.status, ...(JSON.parse(json) as Answered) }
}

interface Answered {
  result?: Record<string, unknown> & { taskId?: string; requestState?: string }
  error?: { code: number; data?: unknown }
}

const story = { name: 'story-teller', arguments: { prompt: 'Once', length: 16, seed: 7 } }
const credits = async () => (await alice.call(getCredits)).available
const getTask = async (taskId: string, sent?: Sent) => (await post('tasks/get', { taskId }, sent)).result

/** Starts a task whose job a node has claimed. */
async function startTask(): Promise<{ taskId: string; job: Assignment }> {
  const { result } = await post('tools/call', story)
  return { taskId: result!.taskId!, job: await node.claim() }
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** The fields that a task has in every state, by the schema of the extension. */
const task = (taskId: string, status: string) => ({
  taskId,
  status,
  statusMessage: expect.any(String),
  createdAt: expect.stringMatching(ISO),
  lastUpdatedAt: expect.stringMatching(ISO),
  ttlMs: null,
  pollIntervalMs: 2_000,
})

test('the server declares the tasks extension', async () => {
  expect((await post('server/discover', {})).result).toMatchObject({
    capabilities: { tools: {}, resources: {}, extensions: { [TASKS]: {} } },
  })
})

test('a call is answered at once with a task, which holds the result once its job has finished', async () => {
  const before = await credits()
  const { result } = await post('tools/call', story)
  const taskId = result!.taskId!
  expect(result).toEqual({ resultType: 'task', ...task(taskId, 'working') })
  // The job was submitted and its price held before the answer.
  expect(before - (await credits())).toBe(2)
  const job = await node.claim()
  expect(job.jobId).toBe(taskId)
  await node.call(renewLease, { ...leaseOf(job), body: { progress: { part: 0.5, stage: 'Writing' } } })
  await expect
    .poll(() => getTask(taskId))
    .toEqual({ resultType: 'complete', ...task(taskId, 'working'), statusMessage: 'Writing: 50 %.' })
  await node.finish(job)
  const done = await getTask(taskId)
  expect(done).toEqual({
    resultType: 'complete',
    ...task(taskId, 'completed'),
    result: {
      resultType: 'complete',
      content: [
        { type: 'text', text: `Once Then came ${taskId}.` },
        { type: 'text', text: `Job ${taskId} is done and cost 2 credits.` },
      ],
      structuredContent: expect.objectContaining({ job: taskId, status: 'finished', credits: 2 }),
    },
  })
  // The get_job tool returns it too, as it does any job.
  const polled = await post('tools/call', { name: 'get_job', arguments: { id: taskId } })
  expect(polled.result).toEqual((done as { result: object }).result)
})

test('a failed job is a completed task with an error as its result', async () => {
  const { taskId } = (await post('tools/call', story)).result!
  await failForGood(api.deps, node, 'app_failed')
  expect(await getTask(taskId!)).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { status: 'error', credits: 0 } },
  })
})

test('cancels a task and refunds it, and leaves a task that has ended unchanged', async () => {
  const before = await credits()
  const { taskId, job } = await startTask()
  for (const _time of [1, 2])
    expect(await post('tasks/cancel', { taskId })).toMatchObject({
      status: 200,
      result: { resultType: 'complete' },
    })
  expect(await getTask(taskId)).toEqual({ resultType: 'complete', ...task(taskId, 'cancelled') })
  expect(await credits()).toBe(before)
  await expect(node.finish(job)).rejects.toMatchObject({ code: 'job_cancelled' })

  const other = await startTask()
  await node.finish(other.job)
  expect((await post('tasks/cancel', { taskId: other.taskId })).result).toEqual({ resultType: 'complete' })
  expect(await getTask(other.taskId)).toMatchObject({ status: 'completed' })
})

test('tasks/update changes nothing, because no task requests input', async () => {
  const { taskId } = await startTask()
  const inputResponses = { price: { action: 'accept', content: { confirm: true } } }
  expect((await post('tasks/update', { taskId, inputResponses })).result).toEqual({ resultType: 'complete' })
  expect(await getTask(taskId)).toMatchObject({ status: 'working' })
})

const methods = ['tasks/get', 'tasks/update', 'tasks/cancel']

test.for(methods)(
  '%s refuses clients that don’t declare tasks, and unknown tasks and those of others',
  async (method) => {
    const { taskId } = await startTask()
    const missing = await post(method, { taskId }, { extensions: {} })
    expect(missing).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } },
    })
    const stranger = await makeTestKey(api, await signInSomeone(api))
    const none = { code: -32602, message: 'There is no such task.' }
    expect((await post(method, { taskId }, { secret: stranger.secret })).error).toEqual(none)
    for (const unknown of [crypto.randomUUID(), 'fox'])
      expect((await post(method, { taskId: unknown })).error).toEqual(none)
    expect((await post(method, {})).error).toMatchObject({ code: -32602 })
    expect((await post(method, { taskId }, { name: 'another' })).error).toMatchObject({ code: -32020 })
    expect((await post(method, { taskId }, { name: undefined })).error).toMatchObject({ code: -32020 })
    expect(await getTask(taskId)).toMatchObject({ status: 'working' })
  },
)

test('clients that don’t declare tasks and keys that can’t read get the result instead of a task', async () => {
  const ordering = await makeTestKey(api, alice, { scopes: ['order'] })
  for (const sent of [{ extensions: {} }, { secret: ordering.secret }]) {
    const call = post('tools/call', story, sent)
    await node.finish(await node.claim())
    expect((await call).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'finished' },
    })
  }
  const reading = await makeTestKey(api, alice, { scopes: ['read'] })
  const { taskId } = await startTask()
  expect(await getTask(taskId, { secret: reading.secret })).toMatchObject({ status: 'working' })
  expect((await post('tasks/cancel', { taskId }, { secret: reading.secret })).error).toMatchObject({
    data: { code: 'scope_missing' },
  })
})

test('an invalid argument is a result with an error, and the other tools answer at once', async () => {
  const wrong = await post('tools/call', { name: 'story-teller', arguments: { length: 3 } })
  expect(wrong.result).toMatchObject({ resultType: 'complete', isError: true })
  expect((await post('tools/call', { name: 'balance', arguments: {} })).result).toMatchObject({
    resultType: 'complete',
    structuredContent: { available: expect.any(Number) },
  })
})

test('an expensive call is confirmed before it becomes a task, and its file is fetched only once', async () => {
  const sizes = [600, 100]
  let requests = 0
  const server = createServer(async (_request, response) => {
    const side = sizes[requests++] ?? 50
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(await drawing({ width: side, height: side }).png().toBuffer())
  }).listen(0, OPEN)
  await once(server, 'listening')
  onFinished(async () => void server.close())
  const image = `http://${OPEN}:${(server.address() as AddressInfo).port}/photo.png`
  const call = { name: 'upscale', arguments: { image } }

  const { requestState } = (await post('tools/call', call)).result!
  expect(requestState).toEqual(expect.any(String))
  const accepted = { price: { action: 'accept', content: { confirm: true } } }
  const confirm = () => post('tools/call', { ...call, requestState, inputResponses: accepted })
  const answers = [await confirm(), ...(await Promise.all([confirm(), confirm()]))]
  expect(new Set(answers.map(({ result }) => result!.taskId)).size).toBe(1)
  expect(answers[0]!.result).toMatchObject({ resultType: 'task', status: 'working' })
  expect(requests).toBe(1)
  const job = await node.claim()
  expect(job.jobId).toBe(answers[0]!.result!.taskId)
  const { inputFiles } = await alice.call(getJob, { params: { id: job.jobId } })
  expect(inputFiles).toMatchObject([{ width: 600, height: 600 }])
  expect(await node.call(claimJob)).toBeNull()
})
