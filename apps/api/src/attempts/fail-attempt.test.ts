import { type Assignment, claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { type FailureReason, getJob, submitJob } from '@infra/protocol/jobs'
import { getNode } from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { cancelAll, echo, rowOf } from '../test/echo.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepLeases } from './sweep-leases.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const helper = await startNode(testApi)
const { operator } = helper
const freshNode = () => startNode(testApi, { operator, slots: 16 })

const deleteFailures = () =>
  db.execute(sql`update nodes set recent_tries = 0, pauses = 0, paused_until = null, paused_apps = '{}'`)

beforeEach(async () => {
  await cancelAll(deps)
  await deleteFailures()
})

async function leased(from: TestNode): Promise<Assignment> {
  await alice.call(submitJob, echo('a'))
  return from.claim()
}

const fail = (
  from: TestNode,
  job: Assignment,
  { reason = 'app_failed' as FailureReason, detail = 'boom', final = false } = {},
) => from.call(failAttempt, { ...leaseOf(job), body: { reason, detail, final } })

async function failTimes(from: TestNode, times: number, reason?: FailureReason): Promise<void> {
  for (let time = 0; time < times; time++) {
    await fail(from, await leased(from), { reason })
    await cancelAll(deps)
  }
}

const publicNode = (node: TestNode) => call(getNode, { params: { id: node.id as `0x${string}` } })
const minutesPaused = async ({ id }: TestNode) =>
  Number(
    (
      await rowOf(
        deps,
        sql`select round(extract(epoch from paused_until - now()) / 60)::int as minutes from nodes where id = ${id.toLowerCase()}`,
      )
    ).minutes,
  )
const detailOf = async ({ attemptId }: Assignment) =>
  String((await rowOf(deps, sql`select detail from attempts where id = ${attemptId}`)).detail)

test.for([
  ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(4_000)],
  ['colours', '\u001b[31mred\u001b[0m \u009b1mbold', 'red bold'],
  ['control characters', 'a\u0007\u0008\rb\nc\td', 'ab\nc\td'],
  ['a terminal title sequence', '\u001b]0;owned\u0007x', ']0;ownedx'],
  ['HTML', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['emoji with the cut in the middle of one', `x${'🦊'.repeat(3_000)}`, undefined],
  ['nothing', '', ''],
] as const)(
  '[N29] shortens the detail of a failure to 4,000 characters without control characters: %s',
  async ([, detail, kept]) => {
    const job = await leased(helper)
    await fail(helper, job, { detail })
    const stored = await detailOf(job)
    expect(stored.length).toBeLessThanOrEqual(4_000)
    if (kept !== undefined) expect(stored).toBe(kept)
  },
)

test('refuses a failure report of more than 64 kB, and keeps the lease', async () => {
  const job = await leased(helper)
  const headers = {
    authorization: helper.authorization,
    ...leaseOf(job).headers,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ reason: 'app_failed', detail: 'x'.repeat(64 * 1024), final: false })
  const sent = fetch(`${testApi.origin}/api/attempt/${job.attemptId}/fail`, {
    method: 'POST',
    headers,
    body,
  })
  expectRefusal(await readAnswer(sent), { status: 413, code: 'payload_too_large' })
  await fail(helper, job)
})

test('a second failure for the same final reason ends and refunds a job that no other node serves', async () => {
  const bob = await signInSomeone(testApi)
  const { id } = await bob.call(submitJob, echo('unreadable'))
  for (let time = 0; time < 2; time++)
    await fail(helper, await helper.claim(), { reason: 'input_unreadable', final: true })
  expect(await bob.call(getJob, { params: { id } })).toMatchObject({
    status: 'error',
    reason: 'input_unreadable',
    attempts: 2,
    finishedAt: expect.any(Date),
  })
  expect(await bob.call(getCredits)).toEqual({ available: STARTER_CREDITS, held: 0, pending: 0 })
  expect(await reconcile(db)).toEqual([])
})

test('accepts one of five simultaneous reports of the same failure', async () => {
  const job = await leased(helper)
  const reports = await Promise.allSettled(Array.from({ length: 5 }, () => fail(helper, job)))
  expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { count } = await rowOf(
    deps,
    sql`select count(*)::int as count from attempts where job_id = ${job.jobId}`,
  )
  expect(count).toBe(1)
})

test('[N38] pauses a node that fails five of its last 20 jobs, and for twice as long the next time', async () => {
  const node = await freshNode()
  await failTimes(node, 4)
  expect(await publicNode(node)).toMatchObject({ state: 'online', maintenanceReason: null })
  await failTimes(node, 1)
  const reason = '5 of its last 20 jobs failed.'
  expect(await publicNode(node)).toMatchObject({ state: 'maintenance', maintenanceReason: reason })
  const { items } = await operator.call(listMyNodes)
  expect(items.find(({ id }) => id === node.id)?.whyNoJobs).toContain(reason)
  expect(await minutesPaused(node)).toBe(10)
  await alice.call(submitJob, echo('not for it'))
  expect(await node.call(claimJob)).toBeNull()

  await cancelAll(deps)
  await db.execute(sql`update nodes set paused_until = now() - interval '1 second'`)
  expect(await publicNode(node)).toMatchObject({ state: 'online', maintenanceReason: null })
  await failTimes(node, 5)
  expect(await minutesPaused(node)).toBe(20)
})

test('one finished job between failures does not prevent a pause, but twenty do', async () => {
  const node = await freshNode()
  const finishTimes = async (times: number) => {
    for (let time = 0; time < times; time++) await node.finish(await leased(node))
  }
  await failTimes(node, 4)
  await finishTimes(20)
  await failTimes(node, 4)
  expect(await publicNode(node)).toMatchObject({ state: 'online' })
  await finishTimes(1)
  await failTimes(node, 1)
  expect(await publicNode(node)).toMatchObject({ state: 'maintenance' })
})

test('[N46] unavailable weights pause only their app on that node, for longer each time', async () => {
  const node = await freshNode()
  await fail(node, await leased(node), { reason: 'weights_unavailable' })
  expect(await publicNode(node)).toMatchObject({ state: 'online' })
  expect(await node.call(claimJob)).toBeNull()
  const pause = () =>
    rowOf(
      deps,
      sql`select round(extract(epoch from (paused_apps -> 'echo' ->> 'until')::timestamptz - now()) / 60)::int as minutes
        from nodes where id = ${node.id.toLowerCase()}`,
    )
  expect(await pause()).toEqual({ minutes: 15 })
  await db.execute(
    sql`update nodes set paused_apps = jsonb_set(paused_apps, '{echo,until}', to_jsonb(now() - interval '1 second')) where paused_apps <> '{}'`,
  )
  await cancelAll(deps)
  await fail(node, await leased(node), { reason: 'weights_unavailable' })
  expect(await pause()).toEqual({ minutes: 30 })
})

test('[N46] requeues a job for another node when one node cannot fetch its weights', async () => {
  const node = await freshNode()
  const job = await leased(node)
  await fail(node, job, { reason: 'weights_unavailable' })
  expect(await alice.call(getJob, { params: { id: job.jobId } })).toMatchObject({ status: 'queued' })
  await helper.finish(await helper.claim())
})

test('pauses a node that drops 20 jobs within an hour, and no longer counts what it dropped before', async () => {
  const node = await freshNode()
  const drop = async (times: number) => {
    for (let time = 0; time < times; time++) await leased(node)
    await db.execute(sql`update leases set lease_until = now() - interval '1 second'`)
    await sweepLeases(deps)
    await cancelAll(deps)
  }
  await drop(10)
  await db.execute(sql`update attempts set ended_at = now() - interval '61 minutes'`)
  await drop(10)
  await drop(9)
  expect(await publicNode(node)).toMatchObject({ state: 'online' })
  await drop(1)
  expect(await publicNode(node)).toMatchObject({
    state: 'maintenance',
    maintenanceReason: 'It dropped 20 jobs or more within an hour.',
  })
  expect(await publicNode(helper)).toMatchObject({ state: 'online' })
})
