import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** Its credits go back to the account of grants. The entries stay, under an account number without an owner. */
const lapse = statement<{ id: string }>(
  'close-account',
  `with closing as (select id, available, granted, pending from ledger_accounts where address = $1 and held = 0 for update),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'lapse:' || c.id, line, 'lapse', account, bucket, amount
    from closing c, lateral (values
      (1, c.id, 'available', -c.available), (2, c.id, 'granted', -c.granted), (3, c.id, 'pending', -c.pending),
      (4, null, 'grants', c.available + c.granted + c.pending)
    ) as lines (line, account, bucket, amount)
    where amount <> 0
  ),
  gone as (delete from pending_earnings using closing c where account = c.id)
  update ledger_accounts a set address = null, available = 0, granted = 0, pending = 0 from closing c where a.id = c.id
  returning a.id`,
)

/** Its jobs must have ended, because credits held for them couldn't be refunded. */
export async function closeAccount(tx: Db, address: string): Promise<void> {
  const [closed] = await lapse(tx, [address])
  if (closed) return
  throw new Refusal(
    'conflict',
    'Something is still held for this account. Try again when its jobs have ended.',
  )
}
