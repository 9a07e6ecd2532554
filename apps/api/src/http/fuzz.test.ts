import { signInNode } from '@infra/hand-node/sign-in'
import { sendChatMessage } from '@infra/protocol/chat'
import { uploadFile } from '@infra/protocol/files'
import { submitJob } from '@infra/protocol/jobs'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { TIME_LIMITS } from '../server.ts'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, echo, runEcho } from '../test/echo.ts'
import { makeValue, oneOf, type Random, seeded } from '../test/inputs/make-value.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { type Operation, readDocument } from '../test/read-document.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'

/** `npm run fuzz` runs more. A failure names the seed that reproduces it. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const AT_ONCE = 8

/** Long polls and streams are abandoned after this: it's enough that they began well. */
const WAIT_MS_MAX = 4_000

/** Calls to `/v1` wait for a result, which no node makes here. */
const CALL_MS = 200

/** After this many requests, new people, jobs and a new node are created, because the earlier ones have deleted and ended what they had. */
const CAST_REQUESTS = 1_000

/** How far the clock advances with each request, so that messages and tokens age meanwhile. */
const STEP_MS = 20

/** `FUZZ_SABOTAGE=1`: a job has outputs that no schema allows; the test must then fail. */
const SABOTAGE = process.env.FUZZ_SABOTAGE !== undefined

interface Fuzz extends Cast {
  api: TestApi
  document: Document
  random: Random
}

interface Document {
  operations: Operation[]
  ajv: Ajv2020
  validators: Map<AnySchema, ValidateFunction>
  isProblem: ValidateFunction
  isOpenAiError: ValidateFunction
}

/** Who sends requests, and about what. */
interface Cast {
  /** Ids and tokens that exist. */
  known: string[]
  /** What each kind of caller sends as authorization; renewed when it is no longer valid. */
  tokens: Record<string, () => Promise<string | undefined>>
  current: Map<string, Promise<string | undefined>>
}

test(`${REQUESTS} requests made from the API's own document get answers that it documents (seed ${SEED})`, {
  retry: 0,
  timeout: 120_000 + REQUESTS * 60,
}, async () => {
  const testApi = await startTestApi({ timeLimits: { ...TIME_LIMITS, callMs: CALL_MS } })
  // Orders with a key use the database's clock.
  testApi.clock.now = new Date()
  await liftRateLimits(testApi.deps)
  const document = await openDocument(testApi)
  const random = seeded(SEED)
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (let done = 0; done < REQUESTS && problems.length === 0; done += CAST_REQUESTS) {
    const fuzz = { ...(await meet(testApi)), api: testApi, document, random }
    let left = Math.min(CAST_REQUESTS, REQUESTS - done)
    const worker = async () => {
      while (left-- > 0 && problems.length < 10) {
        const { problem, status } = await send(fuzz)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        if (problem) problems.push(problem)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    // The logs of these requests aren't needed any more.
    testApi.logs.length = 0
  }
  expect(problems).toEqual([])
  // Neither all refused nor all accepted, because then only one half would have been tested.
  const taken = [...seen]
    .filter(([status]) => status.startsWith('2'))
    .reduce((sum, [, count]) => sum + count, 0)
  expect(taken).toBeGreaterThan(REQUESTS / 20)
  expect(REQUESTS - taken).toBeGreaterThan(REQUESTS / 20)
})

async function openDocument(testApi: TestApi): Promise<Document> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const [native, v1] = [await readDocument(testApi), await readDocument(testApi, '/v1')]
  return {
    operations: [...native.operations, ...v1.operations],
    ajv,
    validators: new Map(),
    isProblem: ajv.compile(native.problem),
    isOpenAiError: ajv.compile(v1.problem),
  }
}

/** Two people and a node, with something of everything. */
async function meet(testApi: TestApi): Promise<Cast> {
  const { deps } = testApi
  await cancelAll(deps)
  const aliceKey = generatePrivateKey()
  const [alice, bob] = [await signInSomeone(testApi, aliceKey), await signInSomeone(testApi)]
  const node = await startNode(testApi)
  const picture = await drawing().png().toBuffer()
  const upload = await alice.call(uploadFile, { file: new Blob([new Uint8Array(picture)]) })
  const finished = await runEcho(deps, { person: alice, node })
  const running = await alice.call(submitJob, echo('running'))
  const leased = await node.claim()
  const queued = await bob.call(submitJob, echo('queued'))
  const { threadId } = await alice.call(sendChatMessage, { body: { message: 'hello' } })
  if (SABOTAGE)
    await deps.db.execute(
      sql`update jobs set status = 'finished', outputs = '{"odd": 1}' where id = ${finished}`,
    )
  return {
    known: [
      ...[finished, running.id, queued.id, upload.id, threadId, leased.attemptId, leased.leaseToken],
      ...[alice.address, bob.address, node.id, node.operator.address],
      ...['echo', 'cut-out', '2026-01-01T12:00:00Z'],
    ],
    current: new Map(),
    tokens: {
      none: async () => undefined,
      garbage: async () => 'Bearer x.y.z',
      key: async () => bearer((await makeTestKey(testApi, await signInSomeone(testApi))).secret),
      account: async () => bearer((await signInSomeone(testApi, aliceKey)).tokens.accessToken),
      node: async () => bearer(await signInNode(testApi.call, node.account)),
    },
  }
}

const bearer = (token: string) => `Bearer ${token}`

/** Mostly a caller that the endpoint is for, sometimes any other. */
function callerFor(operation: Operation, random: Random): string {
  const wanted = { account: 'account', guest: 'account', node: 'node', moderator: 'account', anyone: 'none' }
  const fitting = operation.prefix === '/v1' ? 'key' : wanted[operation['x-caller'] as keyof typeof wanted]
  return random() < 0.9 ? fitting : oneOf(random, ['none', 'garbage', 'account', 'key', 'node'])
}

async function tokenOf(cast: Cast, caller: string): Promise<string | undefined> {
  const { current, tokens } = cast
  const known = current.get(caller) ?? tokens[caller]!()
  current.set(caller, known)
  return known.catch((error) => {
    // Another request deleted the account or used the challenge in the same moment.
    if (!['conflict', 'nonce_used'].includes(error.code)) throw error
    current.delete(caller)
    return tokenOf(cast, caller)
  })
}

/** Forgets the token unless another request has renewed it meanwhile. */
async function dropToken({ current }: Cast, caller: string, token: string | undefined): Promise<void> {
  const latest = await current.get(caller)?.catch(() => undefined)
  if (latest === token) current.delete(caller)
}

async function send(fuzz: Fuzz): Promise<{ status: string; problem?: string }> {
  const { clock, origin } = fuzz.api
  clock.now = new Date(clock.now.getTime() + STEP_MS)
  const operation = oneOf(fuzz.random, fuzz.document.operations)
  const caller = callerFor(operation, fuzz.random)
  const request = requestOf(fuzz, operation)
  const authorization = await tokenOf(fuzz, caller)
  if (authorization) request.headers.set('authorization', authorization)
  const what = `${operation.method} ${request.url} as ${caller} ${String(request.body).slice(0, 300)}`
  try {
    const signal = AbortSignal.timeout(WAIT_MS_MAX)
    const response = await fetch(origin + request.url, { ...request, method: operation.method, signal })
    const { problem, hasEnded } = await judge(fuzz, operation, response)
    if (hasEnded) await dropToken(fuzz, caller, authorization)
    return { status: String(response.status), ...(problem && { problem: `${what}\n  -> ${problem}` }) }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return { status: 'waits' }
    return { status: 'none', problem: `${what}\n  -> ${(error as Error).message} ${(error as Error).cause}` }
  }
}

function requestOf({ known, random }: Fuzz, operation: Operation) {
  const headers = new Headers()
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && random() < 0.5) continue
    const value = makeValue(schema, random, known)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()) || '%20')
    if (place === 'query') query.append(name, text.toWellFormed())
    // What HTTP itself can't carry isn't ours to refuse.
    if (place === 'header' && /^[\x20-\x7e]{1,2000}$/.test(text)) headers.set(name, text)
  }
  const url = `${operation.prefix}${path}${query.size > 0 ? `?${query}` : ''}`
  return { url, headers, body: bodyOf(operation, headers, random, known) }
}

function bodyOf({ requestBody }: Operation, headers: Headers, random: Random, known: readonly string[]) {
  if (!requestBody) return undefined
  const [type, { schema }] = oneOf(random, Object.entries(requestBody.content))
  if (type === 'multipart/form-data') {
    const form = new FormData()
    const name = random() < 0.9 ? 'file' : 'other'
    form.append(name, new Blob([makeText(random)]), oneOf(random, ['a.png', 'b.wav', '../c', 'd']))
    return form
  }
  const json = JSON.stringify(makeValue(schema, random, known))
  headers.set('content-type', random() < 0.97 ? type : oneOf(random, ['text/plain', 'application/xml', type]))
  if (type === 'application/json') return random() < 0.97 ? json : json.slice(0, Math.floor(json.length / 2))
  const fields = Object.entries(Object(JSON.parse(json))).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(fields).toString()
}

const makeText = (random: Random) =>
  oneOf(random, ['', 'text', '\x89PNG\r\n\x1a\n', 'RIFF....WAVEfmt ', '<svg/>'])

/** Whether the document describes this answer, and whether the answer says that the caller's session has ended. */
async function judge(
  fuzz: Fuzz,
  operation: Operation,
  response: Response,
): Promise<{ problem: string | undefined; hasEnded: boolean }> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  await response.body?.cancel().catch(() => {})
  return {
    problem: problemWith(fuzz, operation, { response, text }),
    hasEnded: response.status === 401 || text.includes('"session_superseded"'),
  }
}

/** How the response differs from what the document describes, if it does. */
function problemWith(
  { document, api: { logs } }: Fuzz,
  operation: Operation,
  { response, text }: { response: Response; text: string },
): string | undefined {
  const { status } = response
  // That no node serves an app is no failure of ours.
  if (status >= 500 && !text.includes('"code":"no_node"')) return `${status} ${stackOf(logs, response)}`
  const foreseen = operation.responses[status]
  if (!foreseen) return `${status} is not in the document. ${text.slice(0, 300)}`
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const schema = foreseen.content?.[type]?.schema
  if (!schema) return foreseen.content && !foreseen.content['*/*'] ? `${status} came as "${type}"` : undefined
  if (type === 'text/event-stream') return undefined
  const answer: { code?: string; error?: { code: string } } = JSON.parse(text)
  if (status >= 400) {
    const isForm = answer.error ? document.isOpenAiError : document.isProblem
    const isForeseen =
      foreseen.description.includes(`\`${answer.error?.code ?? answer.code}\``) && isForm(answer)
    return isForeseen ? undefined : `${status} with ${text.slice(0, 300)}`
  }
  const validate = validatorFor(document, schema)
  return validate(answer)
    ? undefined
    : `${status} ${document.ajv.errorsText(validate.errors)} ${text.slice(0, 300)}`
}

/** The stack that was logged for the request, which the caller doesn't get. */
function stackOf(logs: TestApi['logs'], response: Response): string {
  const id = response.headers.get('x-request-id')
  const line = logs.find((entry) => JSON.stringify(entry).includes(id!) && entry.err) as
    | { err: { stack: string } }
    | undefined
  return line?.err.stack.slice(0, 600) ?? 'and nothing was logged'
}

function validatorFor({ validators, ajv }: Document, schema: AnySchema): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, known)
  return known
}
