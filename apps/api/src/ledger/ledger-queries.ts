import { findApp } from '@infra/protocol/apps/catalogue'
import type { Credits, StatementLine } from '@infra/protocol/credits'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { ledgerAccounts } from '../db/ledger-tables.ts'
import { statement } from '../db/statement.ts'

/** People may spend what they were granted as well as what they earned. */
export async function findCredits(db: Db, address: string): Promise<Credits> {
  const [row] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.address, address))
  if (!row) return { available: 0, held: 0, pending: 0 }
  const { available, granted, held, pending } = row
  return { available: available + granted, held, pending }
}

type Line = StatementLine & { id: number }

/** An event may have several lines for one account; they're summed up in the first one. */
const selectLines = statement<
  Record<'id' | 'available' | 'held' | 'pending', string> & Omit<Line, 'appName'> & { appId: string | null }
>(
  'list-statement',
  `select e.id, e.at, e.kind, e.job_id as "jobId", j.app_id as "appId", sums.*
  from ledger_entries e left join jobs j on j.id = e.job_id, lateral (
    select coalesce(sum(amount) filter (where bucket in ('available', 'granted')), 0) as available,
      coalesce(sum(amount) filter (where bucket = 'held'), 0) as held,
      coalesce(sum(amount) filter (where bucket = 'pending'), 0) as pending
    from ledger_entries f where f.event = e.event and f.account = e.account
  ) sums
  where e.account = (select id from ledger_accounts where address = $1)
    and e.kind <> 'mark' and ($2::bigint is null or e.id < $2)
    and not exists (
      select from ledger_entries f where f.event = e.event and f.account = e.account and f.line < e.line
    )
  order by e.id desc offset $3 limit $4`,
)

/** Newest first, and one more than the limit, so that the caller knows whether there is a next page. */
export async function listStatement(
  db: Db,
  address: string,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
): Promise<Line[]> {
  const rows = await selectLines(db, [address, before ?? null, before ? 0 : offset, limit + 1])
  // The driver returns sums and identities as text, because they could exceed a number; these don't.
  return rows.map(({ appId, ...row }) => ({
    ...row,
    appName: appId && (findApp(appId)?.name ?? appId),
    id: Number(row.id),
    available: Number(row.available),
    held: Number(row.held),
    pending: Number(row.pending),
  }))
}
