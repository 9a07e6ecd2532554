import { randomUUID } from 'node:crypto'
import { signInNode } from '@infra/hand-node/sign-in'
import { sendChatMessage } from '@infra/protocol/chat'
import { uploadFile } from '@infra/protocol/files'
import { submitJob } from '@infra/protocol/jobs'
import { submitBatch } from '@infra/protocol/jobs/batches'
import { createWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { echo, runEcho } from '../test/echo.ts'
import { makeValue } from '../test/inputs/make-value.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { type Operation, readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** Long polls and streams are abandoned after this. */
const WAIT_MS_MAX = 2_000

const testApi = await startTestApi()
const { deps, origin } = testApi
const alice = await signInSomeone(testApi)
const bob = await signInSomeone(testApi)
const node = await startNode(testApi, { operator: alice })
const bobsNode = await startNode(testApi, { operator: bob })
const { operations } = await readDocument(testApi)

const bytes = new Uint8Array(await drawing().png().toBuffer())
const upload = await alice.call(uploadFile, { file: new Blob([bytes]) })
const finished = await runEcho(deps, { person: alice, node: node })
const { threadId } = await alice.call(sendChatMessage, { body: { message: 'hello' } })
await alice.call(submitJob, echo('running'))
const { attemptId, leaseToken } = await node.claim()
const queued = await alice.call(submitJob, echo('queued'))
const batch = await alice.call(submitBatch, { body: { orders: [{ appId: 'echo', input: { text: 'one' } }] } })
const webhook = await alice.call(createWebhook, {
  body: { url: 'https://example.org/hook', events: ['job.finished'] },
})

/** Things that only Alice may see, and something of the same form that belongs to nobody. */
const things = {
  'a finished private job': [finished, randomUUID()],
  'a queued job': [queued.id, randomUUID()],
  'an upload': [upload.id, randomUUID()],
  'a conversation': [threadId, randomUUID()],
  'a batch': [batch.id, randomUUID()],
  'a webhook endpoint': [webhook.id, randomUUID()],
  'an attempt': [attemptId, randomUUID()],
  'a node': [node.id, privateKeyToAccount(generatePrivateKey()).address],
} as const

/** Everyone may read about apps, nodes and users. */
const open = [
  'GET /app/{id}',
  'GET /node/{id}',
  'GET /node/{id}/trust',
  'GET /user/{id}',
  'GET /user/{id}/job',
]

const callers = {
  'a visitor': undefined,
  'another person': `Bearer ${bob.tokens.accessToken}`,
  'another node': `Bearer ${await signInNode(testApi.call, bobsNode.account)}`,
}

const endpoints = operations.filter(
  ({ path, method }) => path.includes('{') && !open.includes(`${method} ${path}`),
)

test('there are more than 25 endpoints to check', () => {
  expect(endpoints.length).toBeGreaterThan(25)
})

/** `TENANTS_SABOTAGE=1`: Alice's job belongs to Bob; the test must then fail. */
if (process.env.TENANTS_SABOTAGE)
  await deps.db.execute(sql`update jobs set user_address = ${bob.address.toLowerCase()}`)

test.for(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '[C22] [C23] %s neither reveals that another person’s things exist nor changes them',
  async ([, endpoint]) => {
    const before = await everythingOfAlice()
    for (const [what, [taken, free]] of Object.entries(things)) {
      for (const [who, authorization] of Object.entries(callers)) {
        const [one, other] = [
          await callEndpoint(endpoint, taken, authorization),
          await callEndpoint(endpoint, free, authorization),
        ]
        expect(one, `${what}, asked for by ${who}`).toEqual(other)
        // Removing a favorite that is not there is answered like one that is, so that nothing is revealed.
        expect([204, 401, 403, 404, 422], `${what}, asked for by ${who}`).toContain(one.status)
      }
    }
    expect(await everythingOfAlice()).toEqual(before)
  },
)

async function callEndpoint(endpoint: Operation, id: string, authorization: string | undefined) {
  const path = endpoint.path.replaceAll(/\{[^}]+\}/g, (name) => (name === '{field}' ? 'image' : id))
  const headers = new Headers({ 'x-lease-token': leaseToken })
  if (authorization) headers.set('authorization', authorization)
  const response = await fetch(`${origin}${deps.config.apiPrefix}${path}${queryOf(endpoint)}`, {
    method: endpoint.method,
    headers,
    body: bodyOf(endpoint, headers),
    signal: AbortSignal.timeout(WAIT_MS_MAX),
  })
  const text = await response.text()
  const { code, detail } = text.startsWith('{') ? JSON.parse(text) : { code: text, detail: '' }
  return { status: response.status, code, detail }
}

/** The same values for both ids, and valid for the endpoint, so that only the id decides. */
const fitting = () => 0.5

function queryOf({ parameters }: Operation): string {
  const query = new URLSearchParams()
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'query' && required) query.set(name, String(makeValue(schema, fitting, ['0'.repeat(64)])))
  }
  return query.size > 0 ? `?${query}` : ''
}

function bodyOf({ requestBody }: Operation, headers: Headers): BodyInit | undefined {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type) return undefined
  if (type === 'multipart/form-data') {
    const form = new FormData()
    form.append('file', new Blob([bytes]))
    return form
  }
  headers.set('content-type', type)
  return JSON.stringify(makeValue(content!.schema, fitting, ['x'.repeat(64)]))
}

async function everythingOfAlice() {
  const address = alice.address.toLowerCase()
  const { rows } = await deps.db.execute(sql`select
    (select json_agg(j order by id) from jobs j where user_address = ${address}) as jobs,
    (select json_agg(u order by id) from uploads u where owner = ${address}) as uploads,
    (select json_agg(t order by id) from chat_threads t) as threads,
    (select json_agg(b order by id) from job_batches b) as batches,
    (select json_agg(w order by id) from webhook_endpoints w) as webhooks,
    (select json_agg(d order by id) from webhook_deliveries d) as deliveries,
    (select json_agg(n order by id) from (select id, name, maintenance, removed_at from nodes) n) as nodes,
    (select json_agg(a order by id) from attempts a) as attempts,
    (select json_agg(f) from favorites f) as favorites,
    (select json_agg(r) from job_reports r) as reports`)
  return rows
}
