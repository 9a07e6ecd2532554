import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

export interface Allowance {
  address: string
  credits: number
}

/**
 * Keyed by person and day, so that it happens once, however often it's requested. The person is a hash of the address, as in the starter
 * grant: somebody who deletes their account and comes back gets nothing twice, and the ledger stores no address.
 */
const grant = statement(
  'grant-allowances',
  `with wanted as (
    select a.id, w.credits, 'allowance:' || encode(sha256(convert_to(w.address, 'UTF8')), 'hex') || ':' || $3 as event
    from unnest($1::text[], $2::bigint[]) as w (address, credits) join ledger_accounts a on a.address = w.address
  ),
  due as (
    -- Asked again once it is locked: it may have been closed meanwhile.
    select w.* from wanted w join ledger_accounts l on l.id = w.id and l.address is not null
    where not exists (select from ledger_entries e where e.event = w.event)
    order by l.id for update of l
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select d.event, line, 'allowance', account, bucket, amount
    from due d, lateral (values (1, null::bigint, 'grants', -d.credits), (2, d.id, 'granted', d.credits))
      as lines (line, account, bucket, amount)
    on conflict do nothing returning account, amount
  )
  update ledger_accounts a set granted = a.granted + e.amount from entries e where a.id = e.account`,
)

/** `day` as in 2026-01-31. */
export async function grantAllowances(db: Db, day: string, allowances: Allowance[]): Promise<void> {
  if (allowances.length === 0) return
  await grant(db, [allowances.map(({ address }) => address), allowances.map(({ credits }) => credits), day])
}

const select = statement<{ found: boolean }>(
  'find-allowance',
  `select exists (
    select from ledger_entries
    where event = 'allowance:' || encode(sha256(convert_to($1, 'UTF8')), 'hex') || ':' || $2
  ) as found`,
)

export async function wasAllowanceGranted(db: Db, day: string, address: string): Promise<boolean> {
  const [row] = await select(db, [address, day])
  return row!.found
}
