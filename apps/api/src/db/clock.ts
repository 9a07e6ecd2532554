import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A slower response says too little about when the time was read. */
const ROUND_TRIP_MS_MAX = 1_000

export interface Clock {
  now: () => Date
  /** Reads the database's time again. Call it now and then, because clocks drift. */
  adjust: () => Promise<void>
  /** How far this machine's clock is ahead of the database's. */
  skewSeconds: () => number
}

/**
 * The database's clock, which all API processes share: a machine whose own clock is an hour off, or is corrected while we run, neither ends
 * a session too early nor keeps a link valid too long.
 */
export async function databaseClock(db: Db): Promise<Clock> {
  let ahead = Date.now() - performance.now()

  async function adjust(): Promise<void> {
    const sentAt = performance.now()
    const { rows } = await db.execute<{ ms: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    )
    const receivedAt = performance.now()
    if (receivedAt - sentAt < ROUND_TRIP_MS_MAX) ahead = rows[0]!.ms - (sentAt + receivedAt) / 2
  }
  await adjust()

  const now = () => new Date(performance.now() + ahead)
  return { now, adjust, skewSeconds: () => (Date.now() - now().getTime()) / 1000 }
}
