import { getCallingKey, listKeyEvents } from '@infra/protocol/api-keys'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { voidResult } from '../ledger/void-result.ts'
import { makeTestKey, type TestKey } from '../test/api-key.ts'
import { cancelAll, echo, failForGood } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { deps } = api
api.clock.now = new Date()
const node = await startNode(api)

beforeEach(() => cancelAll(deps))

const spentBy = async ({ call }: TestKey) => {
  const { spent, spentToday } = await call(getCallingKey)
  return [spent, spentToday]
}

test('a key gets back the credits of jobs that are cancelled, failed, voided or run on the owner’s own node', async () => {
  const key = await makeTestKey(api, await signInSomeone(api))
  const { id } = await key.call(submitJob, echo('cancelled'))
  expect(await spentBy(key)).toEqual([1, 1])
  await key.call(cancelJob, { params: { id } })
  expect(await spentBy(key)).toEqual([0, 0])

  await key.call(submitJob, echo('failed'))
  await failForGood(deps, node, 'app_failed')
  expect(await spentBy(key)).toEqual([0, 0])

  const done = await key.call(submitJob, echo('finished'))
  await node.finish(await node.claim())
  expect(await spentBy(key)).toEqual([1, 1])
  await voidResult(deps.db, [done.id])
  expect(await spentBy(key)).toEqual([0, 0])

  const operators = await makeTestKey(api, node.operator)
  await operators.call(submitJob, echo('my own node'))
  await node.finish(await node.claim())
  expect(await spentBy(operators)).toEqual([0, 0])
  expect(await reconcile(deps.db)).toEqual([])
})

test('a key has a limit per day, and a later refund does not count for another day', async () => {
  const key = await makeTestKey(api, await signInSomeone(api), { creditsPerDay: 2 })
  const { id } = await key.call(submitJob, echo('1'))
  await key.call(submitJob, echo('2'))
  await expect(key.call(submitJob, echo('3'))).rejects.toMatchObject({
    code: 'key_cap',
    message: 'This job costs 1 credit; this key has 0 left today.',
  })
  await deps.db.execute(sql`update api_keys set day = day - 1; update jobs set key_day = key_day - 1`)
  expect(await spentBy(key)).toEqual([2, 0])
  await key.call(submitJob, echo('the next day'))
  expect(await spentBy(key)).toEqual([3, 1])
  await key.call(cancelJob, { params: { id } })
  expect(await spentBy(key)).toEqual([2, 1])
  expect(await reconcile(deps.db)).toEqual([])
})

test('explains the limits per job, in total and of open jobs, and records cap_reached once a day', async () => {
  const alice = await signInSomeone(api)
  const story = { body: { appId: 'story-teller', input: { prompt: 'Once', length: 200 } } }
  const key = await makeTestKey(api, alice, { creditsPerJob: 2, creditsTotal: 2, openMax: 1 })
  await expect(key.call(submitJob, story)).rejects.toMatchObject({
    code: 'key_cap',
    message: 'This job costs 3 credits; this key may spend 2 per job.',
  })
  await key.call(submitJob, echo('1'))
  await expect(key.call(submitJob, echo('2'))).rejects.toMatchObject({
    code: 'queue_limit',
    message: 'This key may have only so many jobs open at once: 1. Let one finish first.',
  })
  await node.finish(await node.claim())
  await key.call(submitJob, echo('3'))
  await node.finish(await node.claim())
  await expect(key.call(submitJob, echo('4'))).rejects.toMatchObject({
    code: 'key_cap',
    message: 'This job costs 1 credit; this key has 0 left.',
  })
  const { items } = await alice.call(listKeyEvents, { params: { id: key.registered.id } })
  expect(items.filter(({ kind }) => kind === 'cap_reached')).toHaveLength(1)
})

test('one key pays once for a repeated submission; two keys can use the same idempotency key', async () => {
  const alice = await signInSomeone(api)
  const [one, two] = [await makeTestKey(api, alice), await makeTestKey(api, alice)]
  const request = { ...echo('once'), headers: { 'idempotency-key': 'same' } }
  const first = await one.call(submitJob, request)
  expect((await one.call(submitJob, request)).id).toBe(first.id)
  expect((await two.call(submitJob, request)).id).not.toBe(first.id)
  expect(await spentBy(one)).toEqual([1, 1])
})

test('reconciliation finds a key whose spent credits differ from its entries', async () => {
  const key = await makeTestKey(api, await signInSomeone(api))
  await key.call(submitJob, echo('counted'))
  const add = (credits: number) =>
    deps.db.execute(sql`update api_keys set spent = spent + ${credits} where id = ${key.registered.id}`)
  await add(7)
  expect(await reconcile(deps.db)).toEqual([`key ${key.registered.id} shows 8 spent, its entries say 1`])
  await add(-7)
  expect(await reconcile(deps.db)).toEqual([])
})
