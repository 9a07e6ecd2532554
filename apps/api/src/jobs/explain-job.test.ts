import { cancelJob, explainWaiting, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { echo, orderEach } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi, { slots: 1 })
await startNode(testApi, { operator: node.operator, apps: [{ id: 'vectorise', version: 1 }] })

test('explains why a queued job waits: how many nodes can run it, are free, and how many jobs are ahead', async () => {
  const [running, next, last] = await orderEach(alice, ['a', 'b', 'c'])
  await node.claim()
  const why = (id: string) => alice.call(explainWaiting, { params: { id } })
  expect(await why(running!.id)).toBeNull()
  expect(await why(next!.id)).toEqual({
    nodesOnline: 2,
    nodesAble: 1,
    nodesFree: expect.any(Number),
    ahead: 0,
    aboutSeconds: null,
    sentence: expect.stringMatching(/^1 of 2 nodes can run this; .*; no estimate yet\.$/),
  })
  expect(await why(last!.id)).toMatchObject({ ahead: 1 })
  await alice.call(cancelJob, { params: { id: last!.id } })
  expect(await why(last!.id)).toBeNull()
})

test('estimates the wait from the durations of the last day', async () => {
  const { id } = await alice.call(submitJob, echo('d'))
  await deps.db.execute(sql`
    insert into network_hours select date_trunc('hour', now()), 'echo', 1, 0,
      array_fill(0, array[30]) || array[1] || array_fill(0, array[25]), array_fill(0, array[56])`)
  const { aboutSeconds, sentence } = (await alice.call(explainWaiting, { params: { id } }))!
  expect(aboutSeconds).toBeGreaterThan(0)
  expect(sentence).toContain(`about ${aboutSeconds} s`)
})
