import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'
import { databaseClock } from './clock.ts'

const HOUR_MS = 3_600_000

const { deps } = await startTestApi()

afterEach(() => vi.restoreAllMocks())

async function databaseNow(): Promise<number> {
  const { rows } = await deps.db.execute<{ at: Date }>(sql`select clock_timestamp() as at`)
  return new Date(rows[0]!.at).getTime()
}

test('[S29] returns the database’s time on a machine whose clock is an hour off', async () => {
  const wrong = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => wrong() + HOUR_MS)
  const clock = await databaseClock(deps.db)

  const [before, read, after] = [await databaseNow(), clock.now().getTime(), await databaseNow()]
  expect(read).toBeGreaterThanOrEqual(before - 50)
  expect(read).toBeLessThanOrEqual(after + 50)
  expect(Math.round(clock.skewSeconds())).toBe(3_600)
})

test('[S29] a machine clock that is corrected while we run does not change the time', async () => {
  const clock = await databaseClock(deps.db)
  const before = clock.now().getTime()
  const right = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => right() - HOUR_MS)
  expect(clock.now().getTime() - before).toBeLessThan(HOUR_MS / 2)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before)
  await clock.adjust()
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before - 50)
})
