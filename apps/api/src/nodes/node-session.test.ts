import { greetingOf } from '@infra/hand-node/sign-in'
import { claimJob, finishAttempt, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import {
  endNodeSession,
  getNode,
  NODE_PROTOCOL,
  removeNode,
  startNodeSession,
  updateNode,
} from '@infra/protocol/nodes'
import { getMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { expectAllRefused } from '../test/expect-all-refused.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { waitForNotifications } from '../test/wait-for-notifications.ts'

const testApi = await startTestApi()
const elsewhere = await startTestApi({ env: { DATABASE_URL: testApi.deps.config.databaseUrl } })
await waitForNotifications(testApi, elsewhere)
const { call, clock, deps, origin } = testApi
const [alice, operator] = [await signInSomeone(testApi), await signInSomeone(testApi)]
const freshNode = (change: Parameters<typeof startNode>[1] = {}) =>
  startNode(testApi, { operator, ...change })
const keeper = await freshNode()
const by = (node: TestNode) => ({ params: { id: node.id as `0x${string}` } })

beforeEach(async () => {
  await cancelAll(deps)
  await deps.db.execute(sql`delete from rate_windows`)
})

/** A sign-in as the node would send it, with fields that a test changes. */
const greeting = (node: TestNode, change: object = {}) => greetingOf(call, node.account, change)

async function greet(node: TestNode, change: object = {}) {
  const body = JSON.stringify(await greeting(node, change))
  const headers = { 'content-type': 'application/json' }
  return readAnswer(fetch(`${origin}/api/node/session`, { method: 'POST', headers, body }))
}

const callWithToken = (token: string, at = testApi) =>
  callWith(at, { tokenType: 'Bearer', accessToken: token })

test.for([0, -1, NODE_PROTOCOL + 1, 2 ** 53 - 1])(
  '[N40] refuses a node with protocol version %d and names the supported versions',
  async (protocol) => {
    const { detail } = expectRefusal(await greet(keeper, { protocol }), {
      status: 426,
      code: 'upgrade_required',
    })
    expect(detail).toContain('speaks versions 1 to 2 of the node protocol')
    expect(detail).toContain(protocol < 1 ? 'Install a newer agent.' : 'The network is older than the node.')
  },
)

test('[N05] refuses 201 apps, and ignores unknown apps with a warning', async () => {
  const app = (place: number) => ({ id: `app-${place}`, version: 1 })
  const many = (length: number) => Array.from({ length }, (_, place) => app(place))
  expectRefusal(await greet(keeper, { apps: many(201) }), { status: 422, code: 'validation_failed' })
  const apps = [...many(2), { id: 'echo', version: 1 }]
  const { warnings } = await call(startNodeSession, { body: await greeting(keeper, { apps }) })
  expect(warnings).toEqual(['The network has no app "app-0".', 'The network has no app "app-1".'])
  expect((await call(getNode, by(keeper))).apps).toEqual(['echo'])
})

test('[N07] gives a node that claims a million slots sixteen', async () => {
  const session = await call(startNodeSession, { body: await greeting(keeper, { slots: 1_000_000 }) })
  expect(session).toMatchObject({ slots: 16, warnings: ['At most 16 jobs at once are given to one node.'] })
  expect(await call(getNode, by(keeper))).toMatchObject({ slots: 16 })
})

test.for([
  { slots: 0 },
  { slots: 1_000_001 },
  { slots: 1.5 },
  { apps: [{ id: 'echo', version: 2 ** 31 }] },
  { apps: [{ id: 'echo', version: 0 }] },
  { apps: [{ id: 'echo', version: 1, extra: true }] },
  { hardware: { cores: 0, memoryMb: 1, mflops: 1, platform: 'x' } },
  { hardware: { cores: 1, memoryMb: 2 ** 31, mflops: 1, platform: 'x' } },
  { hardware: { cores: 1, memoryMb: 1, mflops: 1, platform: 'x', gpu: 'huge' } },
  { sandbox: null },
  { name: '' },
  { name: 'x'.repeat(41) },
  { holding: ['x'] },
  { operator: '0x52908400098527886E0F7030069857D2E4169EE7' },
])('[C04] [C10] refuses an invalid sign-in: %j', async (change) => {
  expectRefusal(await greet(keeper, change), { status: 422, code: 'validation_failed' })
})

test.for(['full', 'weak', 'none'] as const)(
  '[finding S6] everyone can see that a node’s sandbox is %s, until its agent signs in without saying so',
  async (sandbox) => {
    const node = await freshNode()
    expect(await call(getNode, by(node))).toMatchObject({ sandbox: null })
    await node.signIn({ sandbox })
    expect(await call(getNode, by(node))).toMatchObject({ sandbox })
    await node.signIn()
    expect(await call(getNode, by(node))).toMatchObject({ sandbox: null })
  },
)

test('[finding S6] refuses an unknown sandbox level and keeps the one reported before', async () => {
  const node = await freshNode({ sandbox: 'weak' })
  expectRefusal(await greet(node, { sandbox: 'unbreakable' }), { status: 422, code: 'validation_failed' })
  expect(await call(getNode, by(node))).toMatchObject({ sandbox: 'weak' })
})

test('[N01] refuses calls to the endpoints for nodes without a token or with a wrong or a user’s token', async () => {
  const node = await freshNode()
  await alice.call(submitJob, echo('a'))
  const job = await node.claim()
  const { refreshToken, accessToken } = alice.tokens
  const open = () => fetch(`${origin}/api/attempt`, { method: 'POST' })
  expectRefusal(await readAnswer(open()), { status: 401, code: 'unauthenticated' })
  for (const token of ['x', 'x.y.z', accessToken, refreshToken]) {
    const guest = callWithToken(token)
    await expect(guest(claimJob)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(guest(renewLease, { ...leaseOf(job), body: {} })).rejects.toMatchObject({
      code: 'invalid_token',
    })
  }
})

test('[N04] refuses a node’s calls to the endpoints for users with forbidden', async () => {
  const { token } = await call(startNodeSession, { body: await greeting(await freshNode()) })
  const guest = callWithToken(token)
  for (const endpoint of [getMe, getCredits, listMyJobs]) {
    await expect(guest(endpoint)).rejects.toMatchObject({ code: 'forbidden' })
  }
  const headers = { authorization: `Bearer ${token}` }
  expectRefusal(await readAnswer(fetch(`${origin}/api/user/me`, { headers })), {
    status: 403,
    code: 'forbidden',
  })
})

test('[N43] a new session of a node supersedes the older one in every process', async () => {
  const node = await freshNode()
  const first = await call(startNodeSession, { body: await greeting(node) })
  const [here, there] = [callWithToken(first.token), callWithToken(first.token, elsewhere)]
  for (const at of [here, there]) expect(await at(claimJob)).toBeNull()
  const second = await call(startNodeSession, { body: await greeting(node) })
  for (const at of [here, there]) {
    await eventually(() => expect(at(claimJob)).rejects.toMatchObject({ code: 'session_superseded' }))
  }
  expect(await callWithToken(second.token)(claimJob)).toBeNull()
})

test('[N43] a superseded session gets no job, even from a process that still considers it valid', async () => {
  const node = await freshNode()
  const { token } = await call(startNodeSession, { body: await greeting(node) })
  const waiting = callWithToken(token, elsewhere)(claimJob, { query: { wait: 2 } })
  const outcome = waiting.catch((error) => error.code)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await node.signIn()
  await alice.call(submitJob, echo('for the new one'))
  expect([null, 'session_superseded']).toContain(await outcome)
})

test('of two simultaneous sign-ins with one key, one session remains', async () => {
  const node = await freshNode()
  const greetings = [await greeting(node), await greeting(node)]
  const sessions = await Promise.all(greetings.map((body) => call(startNodeSession, { body })))
  const outcomes = await Promise.allSettled(sessions.map(({ token }) => callWithToken(token)(claimJob)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a node that signs out is offline at once, and its token is refused', async () => {
  const node = await freshNode()
  expect(await call(getNode, by(node))).toMatchObject({ state: 'online' })
  await node.call(endNodeSession)
  expect(await call(getNode, by(node))).toMatchObject({ state: 'offline', lastSeenAt: null })
  await expect(node.call(claimJob)).rejects.toMatchObject({ code: 'session_superseded' })
})

test('a node’s token expires after 15 minutes', async () => {
  const node = await freshNode()
  const began = clock.now
  try {
    clock.now = new Date(began.getTime() + 15 * 60_000 - 1_000)
    expect(await node.call(claimJob)).toBeNull()
    clock.now = new Date(began.getTime() + 15 * 60_000)
    await expect(node.call(claimJob)).rejects.toMatchObject({ code: 'invalid_token' })
  } finally {
    clock.now = began
  }
})

test('[N02] a removed node loses access at once, and its jobs go to others without a failed attempt', async () => {
  const node = await freshNode()
  const { id } = await alice.call(submitJob, echo('a'))
  const job = await node.claim()
  const result = await node.result(job)
  await operator.call(removeNode, by(node))
  const calls = [node.call(claimJob), node.call(finishAttempt, result)]
  await expectAllRefused(calls, 'invalid_token')
  await expect(node.signIn()).rejects.toMatchObject({ code: 'node_not_linked' })
  await expect(call(getNode, by(node))).rejects.toMatchObject({ code: 'not_found' })

  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'queued', attempts: 0 })
  const other = await freshNode()
  const again = await other.claim()
  expect(again.jobId).toBe(id)
  await other.finish(again)
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({
    status: 'finished',
    node: { id: other.id },
  })
  await expect(operator.call(removeNode, by(node))).rejects.toMatchObject({ code: 'not_found' })
})

test('answers not_found to a user who renames, pauses or removes another user’s node', async () => {
  const node = await freshNode()
  await expectAllRefused(
    [
      alice.call(removeNode, by(node)),
      alice.call(updateNode, { ...by(node), body: { maintenance: true } }),
      alice.call(updateNode, { ...by(node), body: { name: 'mine' } }),
    ],
    'not_found',
  )
  expect(await call(getNode, by(node))).toMatchObject({ name: 'Test node', state: 'online' })
})
