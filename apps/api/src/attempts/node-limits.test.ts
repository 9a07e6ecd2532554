import { leaseOf, renewLease } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { echo } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { readDocument } from '../test/read-document.ts'
import { readEvents } from '../test/read-events.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps, origin } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const { operations } = await readDocument(testApi)

async function leased() {
  const { id } = await alice.call(submitJob, echo('a'))
  return { id, job: await node.claim() }
}

test('[finding X7] every endpoint for nodes has a rate limit whose window is shorter than a lease', () => {
  const limits = operations
    .filter((operation) => operation['x-caller'] === 'node')
    .map((one) => one['x-rate-limit'])
  expect(limits.length).toBeGreaterThan(7)
  for (const limit of limits) expect(limit?.seconds).toBeLessThanOrEqual(10)
})

test('[finding X7] a node that renews too often gets the time to retry, and keeps its job', async () => {
  const { id, job } = await leased()
  const beat = () => node.call(renewLease, { ...leaseOf(job), body: {} })
  await beat()
  // Pretend that the node has already sent this many heartbeats to other processes.
  await deps.db.execute(
    sql`update rate_windows set count = ${renewLease.limit.count} where key like '%/beat%'`,
  )
  const startsAt = new Date(Math.floor(testApi.clock.now.getTime() / 10_000) * 10_000)
  await deps.db.execute(sql`insert into rate_windows (key, starts_at, count)
    values (${`POST ${renewLease.path} ${node.id.toLowerCase()}`}, ${startsAt.toISOString()}, ${renewLease.limit.count})
    on conflict (key, starts_at) do update set count = excluded.count`)
  // Far below the limit, calls don't wait for the shared count, so this process reads it only with the next call.
  await expect
    .poll(() =>
      beat().then(
        () => undefined,
        (error) => error,
      ),
    )
    .toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) })
  testApi.clock.now = new Date(testApi.clock.now.getTime() + 10_000)
  await beat()
  expect(await alice.call(getJob, { params: { id } })).toMatchObject({ status: 'running', attempts: 1 })
})

test("[finding X7] sends watchers a job's progress at most twice per second, and always the latest and the end", async () => {
  const { id, job } = await leased()
  const reader = await readEvents(`${origin}/api/job/${id}/events`, { token: alice.tokens.accessToken })
  await reader.next()
  const startedAt = performance.now()
  let beats = 0
  while (performance.now() - startedAt < 1_600) {
    const part = ++beats / 100_000
    await node.call(renewLease, { ...leaseOf(job), body: { progress: { part, stage: `step ${beats}` } } })
  }
  const seconds = (performance.now() - startedAt) / 1000
  const updates = reader.events.length - 1
  expect(beats).toBeGreaterThan(20)
  expect(updates).toBeGreaterThan(0)
  expect(updates).toBeLessThanOrEqual(seconds * 2 + 1)
  // Watchers get the latest report, even if nothing more is reported.
  await expect.poll(() => JSON.stringify(reader.events.at(-1)), { timeout: 5_000 }).toContain(`step ${beats}`)
  await node.finish(job)
  await expect.poll(() => JSON.stringify(reader.events.at(-1)), { timeout: 5_000 }).toContain('"finished"')
})
