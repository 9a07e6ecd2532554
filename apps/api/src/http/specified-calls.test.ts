import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

/**
 * The calls of the specification, word for word. Nothing here comes from the protocol package, which the API is made from: a path, a
 * method or a field that is renamed there would be renamed in every other test, too. Only the job that the calls are about is made with it.
 */
interface SpecifiedCall {
  row: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** The names that may be given, each with a value. */
  query?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  auth: 'visitor' | 'wallet user'
  status: number
  /** The names of the answer's fields; null where there is no answer. */
  answer: string[] | null
  /** The names of the fields of the first of its `items`. */
  item?: string[]
}

const testApi = await startTestApi()
const node = await startNode(testApi)
const jobId = await runEcho(testApi.deps, { person: await signInSomeone(testApi), node, inFeed: true })

const wallet = privateKeyToAccount(generatePrivateKey())
const userId = wallet.address
const { message: toSign } = (await send('POST', '/auth/challenge', { json: { userId } })).body
const signature = await wallet.signMessage({ message: String(toSign) })
const signedIn = await send('POST', '/auth/token', { json: { userId, signature } })
const authorization = `${signedIn.body.tokenType} ${signedIn.body.accessToken}`

const tokens = ['accessToken', 'refreshToken', 'tokenType']
const user = ['avatarUrl', 'bio', 'counts', 'createdAt', 'id', 'name', 'shortAddress']
const me = [...user, 'avatarHidden', 'role', 'tier']
const job =
  `alt app attempts charged check createdAt favorite favorites finishedAt hidden id input inputFiles inputFilesHidden node outputs
  parentId partialText preview price progress reason receipt seq startedAt status user visibility`.split(
    /\s+/,
  )

const calls: SpecifiedCall[] = [
  {
    row: '[R-API-2]',
    method: 'POST',
    path: '/auth/refresh',
    form: { token: String(signedIn.body.refreshToken) },
    auth: 'visitor',
    status: 200,
    answer: tokens,
  },
  { row: '[R-API-3]', method: 'GET', path: '/user/me', auth: 'wallet user', status: 200, answer: me },
  { row: '[R-API-3]', method: 'GET', path: `/user/${userId}`, auth: 'visitor', status: 200, answer: user },
  {
    row: '[R-API-3]',
    method: 'PATCH',
    path: '/user/me',
    json: { bio: 'Hello.' },
    auth: 'wallet user',
    status: 200,
    answer: me,
  },
  {
    row: '[R-API-4]',
    method: 'PUT',
    path: `/job/${jobId}/favorite`,
    auth: 'wallet user',
    status: 200,
    answer: ['favorite', 'favorites'],
  },
  {
    row: '[R-API-4]',
    method: 'GET',
    path: '/user/me/favorite',
    auth: 'wallet user',
    status: 200,
    answer: ['items'],
    item: job,
  },
  {
    row: '[R-API-4]',
    method: 'DELETE',
    path: `/job/${jobId}/favorite`,
    auth: 'wallet user',
    status: 204,
    answer: null,
  },
  {
    row: '[R-API-5]',
    method: 'GET',
    path: '/app',
    auth: 'visitor',
    status: 200,
    answer: ['items'],
    item: `category credits description example fields icon id isChecked limits name nodes outputs p50Seconds p90Seconds price queued state
      tagline version weights`.split(/\s+/),
  },
  {
    row: '[R-API-5]',
    method: 'GET',
    path: '/devlog',
    auth: 'visitor',
    status: 200,
    answer: ['items'],
    item: ['body', 'closes', 'date', 'id', 'kind', 'title', 'version'],
  },
  {
    row: '[R-API-5]',
    method: 'GET',
    path: '/prices',
    auth: 'visitor',
    status: 200,
    answer: ['apps', 'operatorPercent', 'starterCredits', 'tiers'],
  },
  { row: '[R-API-6]', method: 'GET', path: `/job/${jobId}`, auth: 'visitor', status: 200, answer: job },
  {
    row: '[R-API-6]',
    method: 'GET',
    path: '/job/finished',
    query: { offset: '0', limit: '25', app_id: 'echo' },
    auth: 'visitor',
    status: 200,
    answer: ['items'],
    item: job,
  },
  {
    row: '[R-API-6]',
    method: 'POST',
    path: '/job',
    json: { appId: 'echo', input: { text: 'hello' } },
    auth: 'wallet user',
    status: 201,
    answer: job,
  },
  {
    row: '[R-API-6]',
    method: 'GET',
    path: '/job',
    query: { offset: '0', limit: '25' },
    auth: 'wallet user',
    status: 200,
    answer: ['items'],
    item: job,
  },
  {
    row: '[R-API-7]',
    method: 'POST',
    path: '/bugreport',
    json: { kind: 'bug', title: 'The feed is empty', description: 'It shows nothing at all since today.' },
    auth: 'visitor',
    status: 201,
    answer: ['createdAt', 'id'],
  },
  {
    row: '[R-API-8]',
    method: 'POST',
    path: '/chat',
    json: { message: 'what is a node' },
    auth: 'wallet user',
    status: 200,
    answer: ['message', 'messageIds', 'offer', 'threadId'],
  },
  {
    row: '[R-API-9]',
    method: 'GET',
    path: '/perf-stats',
    auth: 'visitor',
    status: 200,
    answer: ['apps', 'at', 'hours', 'nodes', 'now'],
  },
]

test('[I-2] [R-API-1] POST /auth/token with JSON {userId, signature} returns the tokens', () => {
  expect(signedIn.status).toBe(200)
  expect(Object.keys(signedIn.body).toSorted()).toEqual(tokens)
})

test.for(
  calls.map(
    (call) => [call.row, `${call.method} ${call.path.replace(/0x\w+|[\w-]{36}/, '{id}')}`, call] as const,
  ),
)(
  '[I-2] %s %s has the method, path, query, body, answer and callers of the specification',
  async ([, , { method, path, query = {}, json, form, auth, status, answer, item }]) => {
    const address = `${path}?${new URLSearchParams(query)}`.replace(/\?$/, '')
    // The visitor's call comes first, so that a body which is valid only once isn't used up before it.
    const visitor = auth === 'visitor' ? undefined : await send(method, address, { json, form })
    if (visitor) expect(visitor.status).toBe(401)
    const headers: Record<string, string> = auth === 'visitor' ? {} : { authorization }
    const { body, ...rest } = await send(method, address, { json, form, headers })
    expect({ status: rest.status, answer: rest.hasBody ? Object.keys(body).toSorted() : null }).toEqual({
      status,
      answer: answer?.toSorted() ?? null,
    })
    if (item) expect(Object.keys((body.items as object[])[0]!).toSorted()).toEqual(item.toSorted())
  },
)

test.for(calls.filter(({ query }) => query))(
  '[I-2] $row $path accepts the query of the specification under these names only',
  async ({ method, path, query }) => {
    for (const [name, value] of Object.entries(query!)) {
      const named = await send(method, `${path}?${name}=${value}`, { headers: { authorization } })
      expect({ name, status: named.status }).toEqual({ name, status: 200 })
      const renamed = await send(method, `${path}?${name}s=${value}`, { headers: { authorization } })
      expect({ name: `${name}s`, status: renamed.status }).toEqual({ name: `${name}s`, status: 422 })
    }
  },
)

test('[I-2] [R-API-8] POST /chat with thread_id continues that thread', async () => {
  const say = async (json: object) =>
    (await send('POST', '/chat', { json, headers: { authorization } })).body as { threadId: string }
  const { threadId } = await say({ message: 'hello' })
  expect(await say({ message: 'what is a receipt', thread_id: threadId })).toMatchObject({ threadId })
})

interface Answer {
  status: number
  hasBody: boolean
  body: Record<string, unknown>
}

async function send(
  method: string,
  path: string,
  {
    json,
    form,
    headers = {},
  }: { json?: unknown; form?: Record<string, string> | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${testApi.origin}/api${path}`, {
    method,
    headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
  })
  const text = await response.text()
  return { status: response.status, hasBody: text !== '', body: text ? JSON.parse(text) : {} }
}
