import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** The next reader counts nodes and jobs again, though less than a second has passed. */
export async function recountNetwork(db: Db): Promise<void> {
  await db.execute(sql`update network_now set counted_at = '-infinity'`)
}

/** The same where the API keeps in memory for a second what it read. */
export async function recountAfterMemory(db: Db): Promise<void> {
  await recountNetwork(db)
  await sleep(1_001)
}
