import { randomBytes, randomUUID } from 'node:crypto'
import { claimJob } from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import { getJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { signToken } from '../auth/tokens.ts'
import { cancelAll, orderEach } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { slowDown } from '../test/slow-down.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

beforeEach(() => cancelAll(deps))

test('[N07] a node with one slot gets one job from six simultaneous claims', async () => {
  const narrow = await startNode(testApi, { operator: node.operator, slots: 1 })
  await orderEach(alice, ['a', 'b', 'c', 'd'])
  // Slow claims, so that all of them are in progress at once.
  await slowDown(deps, { on: 'update', seconds: 0.3 })
  const jobs = await Promise.all(Array.from({ length: 6 }, () => narrow.call(claimJob)))
  expect(jobs.filter(Boolean)).toHaveLength(1)
})

test("answers a thousand simultaneous claims, and a user's call meanwhile", async () => {
  const proxy = await faultProxy(deps.config.databaseUrl)
  const secondApi = await startTestApi({ env: { DATABASE_URL: proxy.url } })
  const crowd = await makeNodes(secondApi, 1_000)
  const ids = new Set((await orderEach(alice, ['a', 'b', 'c'])).map(({ id }) => id))
  // So slow that a thousand queries take longer than anyone waits for a connection.
  await proxy.inject({ kind: 'latency', ms: 40 })
  const polls = crowd.map((call) => call(claimJob, { query: { wait: 2 } }))
  const read = callWith(secondApi, alice.tokens)(getJob, { params: { id: [...ids][0]! } })
  const answers = await Promise.allSettled([...polls, read])
  expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.message] : []))).toEqual(
    [],
  )
  const given = (await Promise.all(polls)).flatMap((job) => (job ? [job.jobId] : []))
  expect(new Set(given)).toEqual(ids)
})

/** Machines like the first node, created in the database because linking each would take longer than the test. */
async function makeNodes(at: TestApi, count: number): Promise<Call[]> {
  const crowd = Array.from({ length: count }, () => ({
    sub: `0x${randomBytes(20).toString('hex')}`,
    sid: randomUUID(),
    jti: randomUUID(),
  }))
  await deps.db.execute(sql`insert into nodes (id, operator, account, name, hardware, apps, slots, session_id, created_at)
    select made.sub, operator, account, name, hardware, apps, slots, made.sid, now() from nodes,
      jsonb_to_recordset(${JSON.stringify(crowd)}) as made (sub text, sid uuid) where id = ${node.id.toLowerCase()}`)
  const expiresAt = new Date(deps.now().getTime() + 60_000)
  return Promise.all(
    crowd.map(async (claims) => {
      const accessToken = await signToken(deps, 'node+jwt', claims, expiresAt)
      return callWith(at, { tokenType: 'Bearer', accessToken })
    }),
  )
}
