import { setTimeout as sleep } from 'node:timers/promises'
import { claimJob } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import { cancelJob } from '@infra/protocol/jobs'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { makeTestKey } from '../test/api-key.ts'
import { fund } from '../test/earn.ts'
import { makeRpc, type RpcRequest, type RpcSource, type ToolSchema } from '../test/inputs/make-rpc.ts'
import { oneOf, seeded } from '../test/inputs/make-value.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { postMcp } from '../test/programs/post-mcp.ts'
import { startProgram } from '../test/programs/start-program.ts'
import { readDocument } from '../test/read-document.ts'
import { CONFIRM_ABOVE } from './confirm-price.ts'

/** `npm run fuzz` runs more. A failure names the seed that reproduces it. */
const REQUESTS = Number(process.env.FUZZ_RPC_REQUESTS ?? 400)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const AT_ONCE = 8

/** Jobs that the node doesn't finish are cancelled, so that no call waits for long. */
const CANCEL_EVERY_MS = 50
/** Some clients leave after this. */
const LEAVE_MS = 30

const { api, alice, key, node, run } = await startProgram()
const { deps } = api
await liftRateLimits(deps)
await fund(deps, alice, 1_000_000)
const reading = await makeTestKey(api, alice, { scopes: ['read'] })
await deps.db.execute(sql`update api_keys set cap_day = 1000000`)
const secrets = [...Array.from({ length: 20 }, () => key.secret), reading.secret, 'infra_sk_nonsense']

/**
 * The test must then fail: with `FUZZ_SABOTAGE=1`, because jobs can't be shown; with `=price`, because every call gets a limit on its way that its
 * client knows nothing of.
 */
const SABOTAGE = process.env.FUZZ_SABOTAGE

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const isProblem = ajv.compile((await readDocument(api)).problem)
const isError = ajv.compile({
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string', minLength: 1 }, data: true },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['jsonrpc', 'id', 'error'],
})

interface Source extends RpcSource {
  known: string[]
  states: { requestState: string; name: string; args: unknown }[]
}

interface Fuzz {
  source: Source
  /** Of the tools that say what they return. */
  outputs: Map<string, ValidateFunction>
  /** The most that a job may cost, by its id, where its call said so. */
  agreed: Map<string, number>
  /** The same of calls that were cancelled, whose clients never learn which job it was. */
  agreedUnnamed: { app: string; limit: number }[]
  counts: Map<string, number>
}

/** The last message of an answer. */
interface Answer {
  id?: unknown
  result?: Record<string, unknown> & { requestState?: string; structuredContent?: { job?: string } }
  error?: object
}

test(`${REQUESTS} random requests of JSON-RPC are answered in form and order nothing unasked (seed ${SEED})`, {
  retry: 0,
  timeout: 180_000 + REQUESTS * 100,
}, async ({ annotate }) => {
  const fuzz = await prepare()
  if (SABOTAGE === '1')
    await deps.db.execute(sql`update jobs set outputs = '{"odd": 1}' where status = 'finished'`)
  const random = seeded(SEED)
  const problems: string[] = []
  let left = REQUESTS
  const ask = async () => {
    while (left-- > 0 && problems.length < 10) {
      const request = makeRpc(fuzz.source, random)
      const problem = await send(fuzz, request, { secret: oneOf(random, secrets), leaves: random() < 0.03 })
      if (problem) problems.push(`${JSON.stringify(request).slice(0, 1_500)}\n  -> ${problem}`)
      // Those of earlier requests aren't needed any more.
      if (api.logs.length > 10_000) api.logs.length = 0
    }
  }
  const over = new AbortController()
  const working = [finishTexts(over.signal), finishTexts(over.signal), cancelOften(over.signal)]
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  over.abort()
  await Promise.all(working)
  await cancelOpen()
  expect(problems).toEqual([])
  const expensive = await expensiveJobs()
  expect(expensive.filter((job) => !wasAgreed(fuzz, job))).toEqual([])
  expect(await alice.call(getCredits)).toMatchObject({ held: 0 })
  expect(await reconcile(deps.db)).toEqual([])
  const counts = { ...Object.fromEntries(fuzz.counts), expensive: expensive.length }
  await annotate(JSON.stringify(counts))
  // Neither all refused nor all accepted, because then only one half would have been tested.
  for (const kind of ['result', 'error', 'ordered', 'tool error', 'asked for the price'])
    expect
      .soft(fuzz.counts.get(kind) ?? 0, `${kind} in ${JSON.stringify(counts)}`)
      .toBeGreaterThan(REQUESTS / 500)
})

interface ExpensiveJob {
  id: string
  app: string
  price: number
}

async function expensiveJobs(): Promise<ExpensiveJob[]> {
  const { rows } = await deps.db.execute<{ [name in keyof ExpensiveJob]: ExpensiveJob[name] }>(
    sql`select id, app_id as app, price from jobs where price > ${CONFIRM_ABOVE} order by price desc`,
  )
  return rows
}

/** Each cancelled call stands for one job only. */
function wasAgreed({ agreed, agreedUnnamed }: Fuzz, { id, app, price }: ExpensiveJob): boolean {
  if (price <= (agreed.get(id) ?? CONFIRM_ABOVE)) return true
  const at = agreedUnnamed.findIndex((call) => call.app === app && price <= call.limit)
  if (at >= 0) agreedUnnamed.splice(at, 1)
  return at >= 0
}

/** Jobs, results and files that exist, and what the tools say about themselves. */
async function prepare(): Promise<Fuzz> {
  const call = (name: string, args: object) =>
    postMcp({
      secret: key.secret,
      origin: api.origin,
      method: 'tools/call',
      params: { name, arguments: args },
    })
  const { result } = await postMcp({ secret: key.secret, origin: api.origin })
  const tools = result!.tools as (ToolSchema & { outputSchema?: AnySchema })[]
  const done = await run(call('story-teller', { prompt: 'Once', length: 16 }))
  const { job } = done.result!.structuredContent as { job: string }
  const picture = await drawing({ width: 40, height: 40 }).png().toBuffer()
  const upload = await alice.call(uploadFile, { file: new Blob([new Uint8Array(picture)]) })
  const data = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
  const files = [upload.id, data('image/png', picture), data('audio/wav', wavOf())]
  const named = [job, `infra://job/${job}/text`, `job:${job}/text`, 'story-teller', '#00ff00']
  return {
    source: { tools, known: [...files, ...files, ...named], states: [] },
    outputs: new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema ? [[name, ajv.compile(outputSchema)]] : [])),
    ),
    agreed: new Map(),
    agreedUnnamed: [],
    counts: new Map(),
  }
}

/** The node finishes what is text; it holds the rest until that is cancelled. */
async function finishTexts(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const job = await node.call(claimJob, { query: { wait: 1 } })
    const isText = job && ['story-teller', 'write'].includes(job.app.id)
    // It may have been cancelled meanwhile.
    if (isText) await node.finish(job).catch(() => {})
  }
}

async function cancelOften(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(CANCEL_EVERY_MS)
    await cancelOpen()
  }
}

/** As their owner does it. */
async function cancelOpen(): Promise<void> {
  const { rows } = await deps.db.execute<{ id: string }>(
    sql`select id from jobs where status in ('queued', 'running')`,
  )
  // Some have ended by then.
  for (const { id } of rows) await alice.call(cancelJob, { params: { id } }).catch(() => {})
}

/** Sends a request and returns what is wrong with its answer, if anything. */
async function send(
  fuzz: Fuzz,
  { headers, body, message }: RpcRequest,
  { secret, leaves }: { secret: string; leaves: boolean },
): Promise<string | undefined> {
  const limit = agreedLimit(fuzz, message)
  try {
    const response = await fetch(`${api.origin}/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${secret}` },
      body: SABOTAGE === 'price' ? body.replace('"arguments":{', '$&"maxCredits":1000,') : body,
      // Who agreed to a price stays until they know what was ordered.
      ...(leaves && limit === undefined && { signal: AbortSignal.timeout(LEAVE_MS) }),
    })
    const text = await response.text()
    return judge(fuzz, { response, text, message, limit })
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError')
      return `${(error as Error).message} ${(error as Error).cause}`
    count(fuzz, 'left')
    return undefined
  }
}

function count({ counts }: Fuzz, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

/** The most that the job of a call may cost, if the call says so or confirms a price that it was asked for. */
function agreedLimit({ source }: Fuzz, message: unknown): number | undefined {
  const { params } = Object(message) as { params?: Record<string, unknown> }
  const { requestState, inputResponses, arguments: args } = Object(params)
  if (Number.isInteger(Object(args).maxCredits)) return args.maxCredits
  const isAccepted =
    inputResponses?.price?.action === 'accept' && inputResponses.price.content?.confirm === true
  const isOurs = source.states.some((state) => state.requestState === requestState)
  return isAccepted && isOurs ? Number.POSITIVE_INFINITY : undefined
}

interface Judged {
  response: Response
  text: string
  message: unknown
  limit: number | undefined
}

function judge(fuzz: Fuzz, { response, text, message, limit }: Judged): string | undefined {
  const { status, headers } = response
  if (status >= 500) return `${status} ${stackOf(response)}`
  if (status === 202) {
    count(fuzz, 'accepted')
    const app = (Object(message).params as { name?: string } | undefined)?.name
    if (limit !== undefined && app !== undefined) fuzz.agreedUnnamed.push({ app, limit })
    return text === '' ? undefined : `202 with ${text.slice(0, 200)}`
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  const lines = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!) : [text]
  const answers = lines.map((line) => JSON.parse(line) as Answer)
  const last = answers.pop()!
  if (answers.some((one) => (one as { method?: string }).method !== 'notifications/progress'))
    return `${status} with ${text.slice(0, 500)}`
  if (last.result)
    return status === 200 ? judgeResult(fuzz, last, { message, limit }) : `${status} with a result`
  count(fuzz, isProblem(last) ? 'problem' : 'error')
  const mayBeId = [null, Object(message).id].includes(last.id as never)
  if ((isError(last) && mayBeId) || (isProblem(last) && status >= 400)) return undefined
  return `${status} with ${text.slice(0, 500)}`
}

function judgeResult(
  fuzz: Fuzz,
  { id, result }: Answer,
  { message, limit }: Pick<Judged, 'message' | 'limit'>,
): string | undefined {
  const { params = {}, ...sent } = message as {
    id: unknown
    method: string
    params?: Record<string, unknown>
  }
  if (id !== sent.id) return `the id ${id} instead of ${sent.id}`
  count(fuzz, 'result')
  if (sent.method !== 'tools/call') return undefined
  const { requestState, structuredContent } = result!
  const name = params.name as string
  if (result!.resultType === 'input_required') {
    count(fuzz, 'asked for the price')
    if (typeof requestState !== 'string') return 'no state for what it asks'
    fuzz.source.states.push({ requestState, name, args: params.arguments })
    if (fuzz.source.states.length > 20) fuzz.source.states.shift()
    return undefined
  }
  const job = result!.resultType === 'task' ? (result!.taskId as string) : structuredContent?.job
  const isOrder = job !== undefined && !['get_job', 'cancel_job'].includes(name)
  if (isOrder && limit !== undefined) fuzz.agreed.set(job, Math.max(limit, fuzz.agreed.get(job) ?? 0))
  count(fuzz, isOrder ? 'ordered' : result!.isError ? 'tool error' : 'answered')
  if (result!.resultType === 'task') return undefined
  if (!Array.isArray(result!.content) || result!.content.length === 0) return 'a result without content'
  const isOutput = structuredContent && fuzz.outputs.get(name)
  return !isOutput || isOutput(structuredContent) ? undefined : ajv.errorsText(isOutput.errors)
}

/** What was logged for the request, which the caller doesn't get. */
function stackOf(response: Response): string {
  const id = response.headers.get('x-request-id')
  const line = api.logs.find((entry) => entry.err && JSON.stringify(entry).includes(id!)) as
    | { err: { stack: string } }
    | undefined
  return line?.err.stack.slice(0, 800) ?? 'and nothing was logged'
}
