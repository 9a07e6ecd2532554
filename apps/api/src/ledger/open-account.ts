import { createHash } from 'node:crypto'
import { STARTER_CREDITS } from '@infra/protocol/credits'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

const insertAccount = statement<{ id: number }>(
  'open-account',
  'insert into ledger_accounts (address) values ($1) on conflict do nothing returning id',
)

/** A hash identifies the event, so that it's recognized again without an address in the ledger. */
const grant = statement(
  'starter-grant',
  `with lines as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    values ($1, 1, 'starter', null, 'grants', -$3::bigint), ($1, 2, 'starter', $2, 'granted', $3::bigint)
    on conflict do nothing returning 1
  )
  update ledger_accounts set granted = granted + $3::bigint where id = $2 and exists (select from lines)`,
)

/** A ledger account for a new user, with the starter grant: once per wallet, however often its account is created again. */
export async function openAccount(tx: Db, address: string): Promise<void> {
  const [account] = await insertAccount(tx, [address])
  if (!account) return
  const event = `starter:${createHash('sha256').update(address).digest('hex')}`
  await grant(tx, [event, account.id, STARTER_CREDITS])
}
