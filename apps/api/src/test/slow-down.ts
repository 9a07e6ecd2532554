import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Deps } from '../deps.ts'

/** Every change of this kind to a job takes its time until the test is over: many of them are under way at once. */
export async function slowDown(
  { db }: Pick<Deps, 'db'>,
  { on, seconds }: { on: 'insert' | 'update'; seconds: number },
): Promise<void> {
  await db.execute(
    sql.raw(`create or replace function dawdle() returns trigger language plpgsql
      as $$ begin perform pg_sleep(${seconds}); return new; end $$`),
  )
  await db.execute(
    sql.raw(`create trigger dawdle before ${on} on jobs for each row execute function dawdle()`),
  )
  onTestFinished(async () => void (await db.execute(sql`drop trigger dawdle on jobs`)))
}
