import { type Assignment, claimJob, failAttempt, leaseOf, releaseAttempt } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { createLinkToken, endNodeSession, getNode, removeNode, updateNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sweepLeases } from '../attempts/sweep-leases.ts'
import { cancelAll, echo, rowOf } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)

beforeEach(async () => {
  await cancelAll(deps)
  await db.execute(sql`update nodes set last_seen_at = null`)
})

const order = () =>
  alice.call(submitJob, { ...echo('a'), headers: { 'idempotency-key': crypto.randomUUID() } } as never)
const jobOf = (id: string) => alice.call(getJob, { params: { id } })
const voteFinal = (from: TestNode, job: Assignment) =>
  from.call(failAttempt, {
    ...leaseOf(job),
    body: { reason: 'input_unreadable', detail: '', final: true },
  })
const byId = ({ id }: TestNode) => ({ params: { id: id as `0x${string}` } })
const stateOf = async (node: TestNode) => (await call(getNode, byId(node))).state
const restart = (node: TestNode) => node.signIn()

async function lapse({ jobId }: Assignment): Promise<void> {
  await db.execute(sql`update leases set lease_until = now() - interval '1 second' where job_id = ${jobId}`)
  await sweepLeases(deps)
}

test('[finding S2] a node that votes input_unreadable on every job of others ends none of 30 and is paused', async () => {
  const hostile = await startNode(testApi, { slots: 16 })
  const honest = await startNode(testApi, { slots: 16 })
  let ended = 0
  let votes = 0
  for (let job = 0; job < 30; job++) {
    const { id } = await order()
    const taken = await hostile.call(claimJob)
    if (taken) {
      await voteFinal(hostile, taken)
      votes++
      expect(await hostile.call(claimJob)).toBeNull()
    }
    if ((await jobOf(id)).status === 'error') ended++
    await honest.finish(await honest.claim())
    expect(await jobOf(id)).toMatchObject({ status: 'finished' })
  }
  expect(ended).toBe(0)
  expect(votes).toBe(5)
  expect([await stateOf(hostile), await stateOf(honest)]).toEqual(['maintenance', 'online'])
  expect(await rowOf(deps, sql`select count(*)::int as votes from attempts where vote = 'false'`)).toEqual({
    votes: 5,
  })
})

test('[finding S2] two operators who agree on a final failure end a job, and neither node is paused', async () => {
  const [one, two] = [await startNode(testApi), await startNode(testApi)]
  await startNode(testApi)
  for (let job = 0; job < 6; job++) {
    const { id } = await order()
    await voteFinal(one, await one.claim())
    expect(await jobOf(id)).toMatchObject({ status: 'queued' })
    await voteFinal(two, await two.claim())
    expect(await jobOf(id)).toMatchObject({ status: 'error', reason: 'input_unreadable', attempts: 2 })
  }
  expect([await stateOf(one), await stateOf(two)]).toEqual(['online', 'online'])
})

test('[finding S2] a second node of the same operator does not end a job while another operator serves the app', async () => {
  const one = await startNode(testApi)
  const second = await startNode(testApi, { operator: one.operator })
  await startNode(testApi)
  const { id } = await order()
  await voteFinal(one, await one.claim())
  expect(await second.call(claimJob)).toBeNull()
  await db.execute(sql`update jobs set avoid_until = now() where id = ${id}`)
  await voteFinal(second, await second.claim())
  expect(await jobOf(id)).toMatchObject({ status: 'queued', attempts: 2 })
})

test('[finding S2] lapsed leases of three operators end a job, even if a fourth operator could try it', async () => {
  await startNode(testApi)
  const { id } = await order()
  for (const attempts of [1, 2, 3]) {
    const node = await startNode(testApi)
    await lapse(await node.claim())
    expect(await jobOf(id)).toMatchObject({ status: attempts === 3 ? 'error' : 'queued', attempts })
  }
})

test('[finding S11] maintenance, a new session, removal and a new operator do not end a pause', async () => {
  const node = await startNode(testApi)
  await db.execute(
    sql`update nodes set paused_until = now() + interval '10 minutes', pauses = 1, recent_tries = 7, paused_reason = 'x' where id = ${node.id.toLowerCase()}`,
  )
  const conduct = () =>
    rowOf(
      deps,
      sql`select paused_until::text, pauses, recent_tries from nodes where id = ${node.id.toLowerCase()}`,
    )
  const before = await conduct()
  for (const maintenance of [true, false]) {
    const updated = await node.operator.call(updateNode, { ...byId(node), body: { maintenance } })
    expect(updated).toMatchObject({ state: 'maintenance', maintenance, pausedUntil: expect.any(Date) })
  }
  await restart(node)
  await node.operator.call(removeNode, byId(node))
  const next = await signInSomeone(testApi)
  const { token: linkToken } = await next.call(createLinkToken)
  await node.signIn({ linkToken })
  expect(await conduct()).toEqual(before)
  expect(await stateOf(node)).toBe('maintenance')
})

test('[finding S11] a node that releases a job does not get it again, and is paused after releasing too often', async () => {
  const node = await startNode(testApi, { slots: 1 })
  const honest = await startNode(testApi)
  const giveBack = async () => {
    await order()
    await node.call(releaseAttempt, leaseOf(await node.claim()))
    expect(await node.call(claimJob)).toBeNull()
    await honest.finish(await honest.claim())
    // So that this release and the next count separately.
    await db.execute(
      sql`update attempts set ended_at = ended_at - interval '11 seconds' where state = 'released'`,
    )
  }
  for (let time = 0; time < 3; time++) await giveBack()
  expect(await stateOf(node)).toBe('online')
  await giveBack()
  expect(await stateOf(node)).toBe('maintenance')
})

test('[finding S11] jobs that a node releases together when it stops count as one release', async () => {
  const node = await startNode(testApi, { slots: 4 })
  for (let job = 0; job < 4; job++) {
    await order()
    await node.claim()
  }
  await node.call(endNodeSession)
  await restart(node)
  expect(await stateOf(node)).toBe('online')
})

test('[finding S11] a node that releases jobs by stopping is paused when that is one release too many', async () => {
  const node = await startNode(testApi, { slots: 1 })
  for (let time = 0; time < 3; time++) {
    await order()
    await node.call(releaseAttempt, leaseOf(await node.claim()))
    await cancelAll(deps)
    // So that this release and the next count separately.
    await db.execute(
      sql`update attempts set ended_at = ended_at - interval '11 seconds' where state = 'released'`,
    )
  }
  expect(await stateOf(node)).toBe('online')
  await order()
  await node.claim()
  await node.call(endNodeSession)
  await restart(node)
  expect(await stateOf(node)).toBe('maintenance')
})

test('[finding X10] nodes whose lease lapsed do not get the job again while another operator could take it', async () => {
  const [one, two, busy] = [
    await startNode(testApi),
    await startNode(testApi),
    await startNode(testApi, { slots: 1 }),
  ]
  await order()
  await busy.claim()
  await order()
  await lapse(await one.claim())
  await lapse(await two.claim())
  expect([await one.call(claimJob), await two.call(claimJob)]).toEqual([null, null])
  // Once the only other operator leaves, the nodes that had the job may try it again.
  await busy.call(endNodeSession)
  await sweepLeases(deps)
  expect(await one.call(claimJob)).not.toBeNull()
})
