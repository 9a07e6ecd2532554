import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { rollUp } from '../jobs/roll-up.ts'
import { findViolations } from '../model/invariants.ts'
import { runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { listNodeFigures, moveFigureWindows } from './node-figures.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const id = node.id.toLowerCase()

const figures = async () => (await listNodeFigures(db, [id])).get(id)!
const dayFinished = async () =>
  (
    await db.execute<{ count: number }>(
      sql`select day_finished as count from node_figures where node_id = ${id}`,
    )
  ).rows[0]!.count

test('a node has figures as soon as it is linked', async () => {
  expect(await figures()).toMatchObject({ finished: 0, failed: 0, credits: 0, day: 0, week: 0, month: 0 })
})

test('counts only the minutes online of the last day, week and month as time passes', async () => {
  const hours = [0, 1, 23, 24, 100, 167, 168, 400, 719, 720]
  for (const ago of hours)
    await db.execute(sql`
      insert into node_hours select ${id}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ${ago}::int), 1::bigint`)
  await moveFigureWindows(db)
  expect(await figures()).toMatchObject({ day: 3, week: 6, month: 9 })
  // The windows have moved already, so nothing is due before the next hour.
  await db.execute(sql`delete from node_hours where hour < date_trunc('hour', now(), 'UTC')`)
  await moveFigureWindows(db)
  expect(await figures()).toMatchObject({ day: 3, week: 6, month: 9 })
})

test('counts the jobs finished in the last day as they end, and drops them after 24 hours', async () => {
  for (let job = 0; job < 3; job++) await runEcho(deps, { person: alice, node })
  await rollUp(db)
  expect(await dayFinished()).toBe(3)
  await db.execute(sql`
    update stats_hours set hour = hour - interval '24 hours'`)
  await db.execute(sql`update node_figures set until_hour = until_hour - interval '1 hour'`)
  await moveFigureWindows(db)
  expect(await dayFinished()).toBe(0)
  expect(await figures()).toMatchObject({ finished: 3 })
})

test('simultaneous roll-ups and moves of the windows lose no job', async () => {
  await db.execute(sql`delete from stats_hours`)
  await db.execute(sql`delete from network_hours`)
  await db.execute(sql`update node_figures set finished = 0, failed = 0, credits = 0, day_finished = 0`)
  for (let job = 0; job < 8; job++) {
    await runEcho(deps, { person: alice, node })
    await db.execute(sql`update node_figures set until_hour = '-infinity'`)
    await Promise.all([rollUp(db), moveFigureWindows(db), rollUp(db), moveFigureWindows(db)])
  }
  await rollUp(db)
  expect(await dayFinished()).toBe(8)
  const client = new pg.Client(deps.config.databaseUrl)
  await client.connect()
  expect(await findViolations(client, ['figures'])).toEqual([])
  await client.end()
})
