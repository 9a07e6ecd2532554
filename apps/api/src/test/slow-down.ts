import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Deps } from '../deps.ts'

/** Makes every change of this kind to a job slow until the test ends, so that many of them are under way at once. */
export async function slowDown(
  { db }: Pick<Deps, 'db'>,
  { on, seconds }: { on: 'insert' | 'update'; seconds: number },
): Promise<void> {
  await db.execute(
    sql.raw(`create or replace function slow_down() returns trigger language plpgsql
      as $$ begin perform pg_sleep(${seconds}); return new; end $$`),
  )
  await db.execute(
    sql.raw(`create trigger slow_down before ${on} on jobs for each row execute function slow_down()`),
  )
  onTestFinished(async () => void (await db.execute(sql`drop trigger slow_down on jobs`)))
}
