import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Person } from './person.ts'

/** Makes so much of what a person was granted earned credits, which pay operators without a bound: all of it, if not told. */
export async function earn(
  { db }: Pick<Deps, 'db'>,
  { address }: Person,
  credits: number | null = null,
): Promise<void> {
  await db.execute(sql`
    with account as (
      update ledger_accounts set available = available + coalesce(${credits}::bigint, granted),
        granted = granted - coalesce(${credits}::bigint, granted)
      where address = ${address.toLowerCase()} returning id, old.granted - new.granted as credits
    )
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'test:' || ${crypto.randomUUID()}, line, 'mark', id, bucket, amount
    from account, lateral (values (1, 'granted', -credits), (2, 'available', credits)) as lines (line, bucket, amount)`)
}
