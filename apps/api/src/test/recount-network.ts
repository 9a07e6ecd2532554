import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** The next reader counts nodes and jobs anew, though less than a second has passed. */
export async function recountNetwork(db: Db): Promise<void> {
  await db.execute(sql`update network_now set counted_at = '-infinity'`)
}
