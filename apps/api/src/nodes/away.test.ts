import { textOutput } from '@infra/hand-node/result'
import { claimJob, finishAttempt } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { getNode, getNodeSession } from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rollUp } from '../jobs/roll-up.ts'
import { LEAVES_PER_HOUR_FREE } from '../matching/pause-rules.ts'
import { cancelAll, echo, rowOf } from '../test/echo.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { deps } = api
const { db } = deps
const alice = await signInSomeone(api)

beforeEach(async () => {
  await db.execute(sql`update nodes set last_seen_at = null`)
  await cancelAll(deps)
})

const order = () => alice.call(submitJob, echo('a'))
const jobOf = (id: string) => alice.call(getJob, { params: { id } })
const publicNode = ({ id }: TestNode) => api.call(getNode, { params: { id: id as `0x${string}` } })
const conduct = ({ id }: TestNode) =>
  rowOf(
    deps,
    sql`select recent_tries, pauses, paused_until, levels from nodes where id = ${id.toLowerCase()}`,
  )

test('a node that makes room for its owner returns its jobs without penalty and shows why it is away', async () => {
  const node = await startNode(api)
  const other = await startNode(api)
  const { id } = await order()
  await node.claim()
  const { id: finishing } = await order()
  const held = await node.claim()
  const before = await conduct(node)

  const leaving = await node.signIn({ away: 'in_use', holding: [held.attemptId] })

  expect(await jobOf(id)).toMatchObject({ status: 'queued', attempts: 0 })
  await other.finish(await other.claim())
  expect(await jobOf(id)).toMatchObject({ status: 'finished', node: { id: other.id } })
  // The node can still finish the job that it kept.
  await leaving(finishAttempt, await node.result(held, [textOutput('a')]))
  expect(await jobOf(finishing)).toMatchObject({ status: 'finished', node: { id: node.id } })
  expect(await conduct(node)).toEqual(before)
  await rollUp(db)
  expect(await publicNode(node)).toMatchObject({
    state: 'maintenance',
    away: 'in_use',
    maintenanceReason: 'Its owner is using it.',
    success: { rate: 1 },
  })
  const [mine] = (await node.operator.call(listMyNodes)).items
  expect(mine).toMatchObject({
    whyNoJobs: 'You are using it. It takes jobs again by itself.',
    maintenance: false,
    pausedUntil: null,
  })

  await order()
  expect(await leaving(claimJob, { query: { wait: 1 } })).toBeNull()
  const back = await node.signIn()
  expect(await publicNode(node)).toMatchObject({ state: 'online', away: null, maintenanceReason: null })
  expect(await back(claimJob)).not.toBeNull()
})

test('[finding S11] pauses a node that goes away with its jobs too often', async () => {
  const node = await startNode(api, { slots: 4 })
  // Another node is online, so that jobs are accepted while this one is away.
  await startNode(api)
  const leave = async () => {
    for (const _ of [1, 2]) await order()
    const calling = await node.signIn()
    for (const _ of [1, 2]) expect(await calling(claimJob)).not.toBeNull()
    await node.signIn({ away: 'load', holding: [] })
    await cancelAll(deps)
    // So that these jobs and the next count separately.
    await db.execute(
      sql`update attempts set ended_at = ended_at - interval '11 seconds' where state = 'left'`,
    )
  }
  for (let time = 0; time < LEAVES_PER_HOUR_FREE; time++) await leave()
  expect(await conduct(node)).toMatchObject({ pauses: 0, paused_until: null })
  await leave()
  expect(await conduct(node)).toMatchObject({ pauses: 1 })
  await node.signIn()
  expect(await publicNode(node)).toMatchObject({
    state: 'maintenance',
    maintenanceReason: 'It gave jobs back more than 12 times within an hour.',
  })
})

test('returns what a node finished and earned since a time, and that it is online', async () => {
  const node = await startNode(api)
  const since = new Date(Date.now() - 3_600_000)
  const seen = () => node.call(getNodeSession, { query: { since } })
  expect(await seen()).toEqual({ state: 'online', whyNoJobs: null, finished: 0, creditsEarned: 0 })

  for (const _ of [1, 2]) {
    await order()
    await node.finish(await node.claim())
  }
  await rollUp(db)

  const { creditsEarned } = await publicNode(node)
  expect(await seen()).toEqual({ state: 'online', whyNoJobs: null, finished: 2, creditsEarned })
  expect(creditsEarned).toBeGreaterThan(0)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  expect(await node.call(getNodeSession, { query: { since: tomorrow } })).toMatchObject({ finished: 0 })
})
