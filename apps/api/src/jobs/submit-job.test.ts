import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { getJob, listMyJobs, submitJob } from '@infra/protocol/jobs'
import { updateNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { echo } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { recountAfterMemory } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi({ env: { APPS_OFF: 'cut-out', QUEUE_PER_USER: '5' } })
const { deps, origin } = testApi
const node = await startNode(testApi)

const post = (person: Person, body: string, headers: Record<string, string> = {}) =>
  readAnswer(
    fetch(`${origin}/api/job`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.tokens.accessToken}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    }),
  )

/** Checks that no job was stored and nothing was charged, and that the next valid order is accepted. */
async function expectUntouched(person: Person): Promise<void> {
  expect(await person.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  expect((await person.call(listMyJobs)).items).toEqual([])
  expect(await person.call(submitJob, echo('straight after'))).toMatchObject({ status: 'queued' })
}

test('[J01] refuses an unknown app', async () => {
  const alice = await signInSomeone(testApi)
  for (const appId of ['no-such-app', 'constructor']) {
    expectRefusal(await post(alice, JSON.stringify({ appId, input: {} })), {
      status: 422,
      code: 'app_unknown',
    })
  }
  await expectUntouched(alice)
})

test('[J02] refuses an app that is switched off', async () => {
  const alice = await signInSomeone(testApi)
  const body = JSON.stringify({ appId: 'cut-out', input: {} })
  expectRefusal(await post(alice, body), { status: 409, code: 'app_unavailable' })
  await expectUntouched(alice)
})

test('[J04] [C11] limits a prompt to the length its field allows, counted as people count characters', async () => {
  const alice = await signInSomeone(testApi)
  const longest = '🦊'.repeat(200)
  expect(await alice.call(submitJob, echo(longest))).toMatchObject({ input: { text: longest } })
  const tooLong = await post(alice, JSON.stringify(echo('🦊'.repeat(201)).body))
  expectRefusal(tooLong, {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '/input/text', message: 'must have at most 200 characters' }],
  })
})

const image = crypto.randomUUID()
test.for([
  ['[J05]', 'vectorise', '{"image":"ID","detail":0}', '/input/detail'],
  ['[J05]', 'vectorise', '{"image":"ID","detail":-512}', '/input/detail'],
  ['[J07]', 'vectorise', '{"image":"ID","speckle":1000000}', '/input/speckle'],
  ['[C10]', 'vectorise', '{"image":"ID","speckle":9007199254740993}', '/input/speckle'],
  ['[C10]', 'vectorise', '{"image":"ID","speckle":-0}', '/input/speckle'],
  ['[C10]', 'vectorise', '{"image":"ID","speckle":1.5}', '/input/speckle'],
  ['[C10]', 'echo', '{"seconds":1e400}', '/input/seconds'],
  ['[C05]', 'echo', '{"seconds":"5"}', '/input/seconds'],
  ['[C05]', 'echo', '{"text":5}', '/input/text'],
  ['[C05]', 'echo', '{"text":["x"]}', '/input/text'],
  ['[C07]', 'echo', '{"text":"good","text":5}', '/input/text'],
  ['[J10]', 'echo', '{"text":"a","n":2}', '/input/n'],
  ['[J10]', 'echo', '{"text":"a","__proto__":{"seconds":1}}', '/__proto__'],
  ['[J10]', 'vectorise', '{"image":"ID","colors":"binary","detail":3}', '/input/detail'],
  ['[J14]', 'vectorise', '{"image":"../../etc/passwd"}', '/input/image'],
  ['[C05]', 'vectorise', '{}', '/input/image'],
] as const)('%s %s refuses %s', async ([, appId, input, pointer]) => {
  const alice = await signInSomeone(testApi)
  const answer = await post(alice, `{"appId":"${appId}","input":${input.replace('ID', image)}}`)
  const { errors } = expectRefusal(answer, { status: 422, code: 'validation_failed' })
  expect(new Set(errors?.map((problem) => problem.pointer))).toEqual(new Set([pointer]))
  await expectUntouched(alice)
})

test('[C04] [V20] refuses fields that are not part of an order, such as another user’s id or a price', async () => {
  const alice = await signInSomeone(testApi)
  for (const extra of [{ userId: alice.address }, { price: 1 }, { status: 'finished' }, { payer: 1 }]) {
    const answer = await post(alice, JSON.stringify({ ...echo('a').body, ...extra }))
    expectRefusal(answer, { status: 422, code: 'validation_failed' })
  }
  await expectUntouched(alice)
})

test('[J11] [C08] refuses deeply nested JSON and text that can’t be stored before anything is charged', async () => {
  const alice = await signInSomeone(testApi)
  const deep = `{"appId":"echo","input":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`
  expectRefusal(await post(alice, deep), { status: 400, code: 'malformed_json' })
  const nul = String.raw`{"appId":"echo","input":{"text":"a\u0000b"}}`
  expectRefusal(await post(alice, nul), { status: 422, code: 'invalid_text' })
  const half = String.raw`{"appId":"echo","input":{"text":"a\ud800"}}`
  expectRefusal(await post(alice, half), { status: 422, code: 'invalid_text' })
  await expectUntouched(alice)
})

test('[J40] stores a prompt exactly as it was written', async () => {
  const alice = await signInSomeone(testApi)
  const prompts = [
    '<script>alert(1)</script>',
    '{{7*7}} %s $1 \\n',
    "'; DROP TABLE jobs; --",
    '\u202Eevil\u202C',
    '👩‍👩‍👧‍👦 e\u0301 \u200B',
  ]
  for (const text of prompts) {
    const { id } = await alice.call(submitJob, echo(text))
    expect((await alice.call(getJob, { params: { id } })).input).toEqual({ text, seconds: 0 })
  }
})

test('[J23] refuses a job that the user has too few credits for', async () => {
  const alice = await signInSomeone(testApi)
  // The entries return her credits to where they came from, so that the ledger balances.
  await deps.db.execute(sql`
    with poor as (
      update ledger_accounts set granted = 0 where address = ${alice.address.toLowerCase()} returning id
    )
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'test:poor', 1, 'starter', id, 'granted', ${-STARTER_CREDITS}::bigint from poor
    union all select 'test:poor', 2, 'starter', null, 'grants', ${STARTER_CREDITS}::bigint`)
  const answer = await post(alice, JSON.stringify(echo('a').body))
  const problem = expectRefusal(answer, { status: 402, code: 'insufficient_credits' })
  expect(problem.detail).toBe('This job costs 1 credits; you have 0.')
  expect((await alice.call(listMyJobs)).items).toEqual([])
  expect(await reconcile(deps.db)).toEqual([])
})

test('[J35] refuses a job above a user’s cap of open jobs, and still accepts those of others', async () => {
  const alice = await signInSomeone(testApi)
  for (let count = 0; count < 5; count++) await alice.call(submitJob, echo('a'))
  const answer = await post(alice, JSON.stringify(echo('one too many').body))
  expectRefusal(answer, { status: 429, code: 'queue_limit' })
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(await alice.call(getCredits)).toMatchObject({ available: STARTER_CREDITS - 5, held: 5 })
  await expectUntouched(await signInSomeone(testApi))
})

test('[J35] the cap of open jobs holds for simultaneous submissions', async () => {
  const alice = await signInSomeone(testApi)
  const orders = Array.from({ length: 30 }, () => alice.call(submitJob, echo('a')))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'queue_limit' })
  }
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS - 5, held: 5, pending: 0 })
})

test('[R-API-6] refuses a job from a visitor who isn’t signed in', async () => {
  const answer = await readAnswer(
    fetch(`${origin}/api/job`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(echo('a').body),
    }),
  )
  expectRefusal(answer, { status: 401, code: 'unauthenticated' })
})

test('refuses a job before anything is charged when no online node runs its app', async () => {
  const alice = await signInSomeone(testApi)
  const setMaintenance = (maintenance: boolean) =>
    node.operator.call(updateNode, { params: { id: node.id as `0x${string}` }, body: { maintenance } })
  await setMaintenance(true)
  await recountAfterMemory(deps.db)
  const refused = await post(alice, JSON.stringify(echo('a').body))
  expectRefusal(refused, { status: 409, code: 'app_unavailable' })
  expect(await alice.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })

  await setMaintenance(false)
  await deps.db.execute(sql`update nodes set last_seen_at = now() - interval '91 seconds'`)
  await recountAfterMemory(deps.db)
  await expect(alice.call(submitJob, echo('a'))).rejects.toMatchObject({
    code: 'app_unavailable',
    message: 'No node that is online runs Echo. Nothing was charged.',
  })
  await node.signIn()
  await expectUntouched(alice)
})
