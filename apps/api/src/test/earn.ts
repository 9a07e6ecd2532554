import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Person } from './person.ts'

/** Makes so much of what a person was granted earned credits, which pay operators without a bound: all of it by default. */
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

/** As much as a test needs, from where all grants come. */
export async function fund({ db }: Pick<Deps, 'db'>, { address }: Person, credits: number): Promise<void> {
  await db.execute(sql`
    with account as (
      update ledger_accounts set available = available + ${credits} where address = ${address.toLowerCase()} returning id
    )
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'test:' || ${crypto.randomUUID()}, line, 'allowance', case line when 2 then id end, bucket, amount
    from account, (values (1, 'grants', -${credits}::bigint), (2, 'available', ${credits}::bigint)) as lines (line, bucket, amount)`)
}
