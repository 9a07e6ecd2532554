import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { getNode } from '@infra/protocol/nodes'
import { getPerfStats, type PerfStats } from '@infra/protocol/stats'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { expireJobs } from '../jobs/expire-jobs.ts'
import { bucketSql, rollUp } from '../jobs/roll-up.ts'
import { BUCKETS, bucketOf } from '../nodes/duration-rules.ts'
import { cancelAll, echo, failForGood, orderEach, rowOf, runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { recountNetwork } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { readPerfStats } from './perf-stats.ts'

const testApi = await startTestApi()
const { call, deps, origin } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const [node, other] = [await startNode(testApi), await startNode(testApi)]

beforeEach(async () => {
  await cancelAll(deps)
  await db.execute(sql`delete from jobs`)
  await db.execute(sql`delete from stats_hours`)
  await db.execute(sql`delete from network_hours`)
  await db.execute(
    sql`update node_figures set finished = 0, failed = 0, credits = 0, run_buckets = '{}', day_finished = 0`,
  )
  await recountNetwork(db)
})

const nodeOf = ({ id }: { id: string }) => call(getNode, { params: { id: id as `0x${string}` } })
const run = (from = node, person = alice) => runEcho(deps, { person, node: from })

async function fail(): Promise<void> {
  await alice.call(submitJob, echo('fails'))
  await failForGood(deps, node, 'app_failed')
}

const totals = ({ hours }: PerfStats) => ({
  finished: hours.reduce((sum, hour) => sum + hour.finished, 0),
  failed: hours.reduce((sum, hour) => sum + hour.failed, 0),
})

/** Checks a figure to within a quarter, which is the width of a bucket. */
function within(shown: number | null | undefined, exact: number): void {
  expect(shown! / exact).toBeGreaterThan(0.8)
  expect(shown! / exact).toBeLessThan(1.25)
}

test('[R-API-9] the statistics count the jobs that were run, by hour, app and node', async () => {
  for (const from of [node, node, other]) await run(from)
  await fail()
  await alice.call(cancelJob, { params: { id: (await alice.call(submitJob, echo('no'))).id } })
  await orderEach(alice, ['waits', 'runs'])
  await node.claim()
  await rollUp(db)
  await recountNetwork(db)

  const stats = await readPerfStats(db)
  expect(stats.now).toMatchObject({ nodesOnline: 2, queued: 1, running: 1 })
  expect(totals(stats)).toEqual({ finished: 3, failed: 1 })
  expect(stats.apps).toMatchObject([{ appId: 'echo', finished: 3, failed: 1 }])
  expect(stats.nodes).toEqual([
    { nodeId: node.id, name: 'Test node', finished: 2 },
    { nodeId: other.id, name: 'Test node', finished: 1 },
  ])
  const response = await fetch(`${origin}/api/perf-stats`)
  expect(response.status).toBe(200)
  const updated = await call(getPerfStats)
  expect(totals(updated)).toEqual({ finished: 3, failed: 1 })
  expect(updated.hours.map(({ waitP50Seconds }) => waitP50Seconds === null)).toContain(false)
  expect((await nodeOf(node)).lastDay).toMatchObject({ finishedByHour: { length: 24 }, failed: 1 })
})

test('a node’s own figures agree with its jobs', async () => {
  await run(other)
  await run(other)
  await rollUp(db)
  expect(await nodeOf(other)).toMatchObject({ jobsDone: 2, creditsEarned: 2, success: { rate: 1 } })
  await fail()
  await rollUp(db)
  expect(await nodeOf(node)).toMatchObject({ jobsDone: 0, creditsEarned: 0, success: { rate: 0 } })
})

test('a node’s earned credits are those that its jobs earned', async () => {
  for (const credits of [1, 19, 20]) {
    const id = await run(other)
    await db.execute(sql`update jobs set earned = ${credits} where id = ${id}`)
  }
  await rollUp(db)
  expect((await nodeOf(other)).creditsEarned).toBe(1 + 19 + 20)
})

test('counts a job once, however often and in parallel it is rolled up', async () => {
  await run()
  await rollUp(db)
  await rollUp(db)
  for (let place = 0; place < 5; place++) await run()
  await Promise.all(Array.from({ length: 8 }, () => rollUp(db)))
  await rollUp(db)
  expect(totals(await readPerfStats(db))).toEqual({ finished: 6, failed: 0 })
})

test('counts more jobs than fit in one batch', async () => {
  await db.execute(sql`
    insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at, position,
      created_at, started_at, finished_at, attempt_id, node_id, receipt)
    select gen_random_uuid(), 'echo', 1, 1, '{}', '', 'public', 'finished', 0, 1, now(), n, now(), now(), now(),
      gen_random_uuid(), ${node.id.toLowerCase()}, '{}'
    from generate_series(1, 5001) n`)
  await Promise.all([rollUp(db), rollUp(db), rollUp(db)])
  expect(totals(await readPerfStats(db))).toEqual({ finished: 5001, failed: 0 })
})

test('lists 24 hours, the oldest first, with zeros for hours without jobs', async () => {
  const [recent, old] = [await run(), await run()]
  const move = (id: string, hours: number) =>
    db.execute(
      sql`update jobs set finished_at = finished_at - make_interval(hours => ${hours}) where id = ${id}`,
    )
  await move(recent, 23)
  await move(old, 24)
  await run()
  await rollUp(db)
  const { hours, at } = await readPerfStats(db)
  expect(hours).toHaveLength(24)
  const thisHour = Math.floor(at.getTime() / 3_600_000) * 3_600_000
  expect(hours.map(({ hour }) => hour.getTime())).toEqual(
    Array.from({ length: 24 }, (_, place) => thisHour - (23 - place) * 3_600_000),
  )
  expect(hours.map(({ finished }) => finished)).toEqual([1, ...Array<number>(22).fill(0), 1])
  expect(hours[5]).toEqual({
    hour: expect.any(Date),
    finished: 0,
    failed: 0,
    p50Seconds: null,
    p90Seconds: null,
    waitP50Seconds: null,
    waitP90Seconds: null,
  })
})

test('[R-API-9] shows per hour how long jobs waited, and per node how many jobs it finished', async () => {
  const ended = async (from: typeof node, hoursAgo: number, waited: number) => {
    const id = await run(from)
    await db.execute(sql`
      update jobs set created_at = now() - make_interval(hours => ${hoursAgo}, secs => ${waited}),
        started_at = now() - make_interval(hours => ${hoursAgo}),
        finished_at = now() - make_interval(hours => ${hoursAgo}) where id = ${id}`)
  }
  for (const waited of [2, 2, 2, 2, 40]) await ended(node, 3, waited)
  await ended(other, 3, 2)
  await ended(other, 0, 300)
  await rollUp(db)

  const { hours } = await readPerfStats(db)
  within(hours[20]!.waitP50Seconds, 2)
  within(hours[20]!.waitP90Seconds, 40)
  within(hours[23]!.waitP50Seconds, 300)
  const zeros = Array<number>(24).fill(0)
  expect((await nodeOf(node)).lastDay).toEqual({ finishedByHour: zeros.with(20, 5), failed: 0 })
  expect((await nodeOf(other)).lastDay).toEqual({ finishedByHour: zeros.with(20, 1).with(23, 1), failed: 0 })
})

test('run times and waits are accurate to within a quarter', async () => {
  const seconds = [0.5, 1, 2, 3, 4, 6, 8, 10, 30, 60]
  for (const [place, taken] of seconds.entries()) {
    const id = await run()
    await db.execute(sql`
      update jobs set created_at = now() - make_interval(secs => ${taken + (place + 1) * 10}),
        started_at = now() - make_interval(secs => ${taken}), finished_at = now() where id = ${id}`)
  }
  await rollUp(db)
  const { apps, now } = await readPerfStats(db)
  within(apps[0]!.p50Seconds, 4)
  within(apps[0]!.p90Seconds, 30)
  within(now.waitP50Seconds, 50)
  within(now.waitP90Seconds, 90)
  within((await nodeOf(node)).p50Seconds, 4)
})

test('counts a job that failed without a node for the network but for no node', async () => {
  await alice.call(submitJob, echo('expires'))
  await db.execute(sql`update jobs set expires_at = now() - interval '1 second' where status = 'queued'`)
  await expireJobs(deps)
  await rollUp(db)
  const stats = await readPerfStats(db)
  expect(totals(stats)).toEqual({ finished: 0, failed: 1 })
  expect(stats.nodes).toEqual([])
  expect(stats.now).toMatchObject({ waitP50Seconds: null })
})

test('still counts a job that is deleted later', async () => {
  const id = await run()
  await rollUp(db)
  await db.execute(sql`delete from jobs where id = ${id}`)
  await rollUp(db)
  expect(totals(await readPerfStats(db))).toEqual({ finished: 1, failed: 0 })
})

test('the database sorts durations into the same buckets as the code', async () => {
  const edges = Array.from({ length: BUCKETS }, (_, place) => 0.01 * 1.25 ** place)
  const values = [
    ...Array.from({ length: 5_000 }, (_, place) => 0.005 * 1.0035 ** place),
    ...edges.flatMap((edge) => [edge * 0.999999, edge * 1.000001]),
    0,
    -1,
    0.01,
    1e9,
  ]
  const { rows } = await db.execute<{ bucket: number }>(
    sql`select ${sql.raw(bucketSql('seconds'))} as bucket
    from unnest(${sql.param(values)}::float8[]) with ordinality as v (seconds, place) order by place`,
  )
  expect(rows.map(({ bucket }) => bucket)).toEqual(values.map(bucketOf))
})

test('counts hours in UTC, whatever the time zone of the database', async () => {
  const { database } = await rowOf(deps, sql`select current_database() as database`)
  await db.execute(sql.raw(`alter database ${database} set timezone to 'Asia/Kolkata'`))
  const elsewhere = await startTestApi({ env: { DATABASE_URL: deps.config.databaseUrl } })
  await run()
  await rollUp(elsewhere.deps.db)
  expect((await readPerfStats(elsewhere.deps.db)).hours.at(-1)).toMatchObject({ finished: 1 })
})

test('[R-API-9] serves the statistics at /api/perf-stats with any API prefix and without authentication', async () => {
  const elsewhere = await startTestApi({ env: { API_PREFIX: '/v2' } })
  for (const headers of [new Headers(), new Headers({ authorization: 'Bearer nonsense' })]) {
    const response = await fetch(`${elsewhere.origin}/api/perf-stats`, { headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ now: { nodesOnline: 0 }, hours: { length: 24 } })
  }
  expect((await fetch(`${elsewhere.origin}/api/devlog`)).status).toBe(404)
})
