import type { PendingEarnings } from '@infra/protocol/credits'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { IS_HELD } from './mature-earnings.ts'

const { pendingMs, pendingMsMax, pendingResults } = TRUST_RULES

/** Uses the last earnings of each day, so that no payout is announced too early. */
const listDays = statement<{
  day: string
  credits: number
  isHeld: boolean
  last: Date
  resultsLeft: number
}>(
  'list-pending-earnings',
  `select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(e.amount)::int as credits, ${IS_HELD} as "isHeld",
    max(e.at) as last, greatest(0, max(e.number) + ${pendingResults} - max(a.results))::int as "resultsLeft"
  from ledger_accounts a join pending_earnings e on e.account = a.id where a.address = $1 group by 1, 3 order by 1, 3`,
)

const findFreeze = statement<{ isFrozen: boolean }>(
  'find-earnings-freeze',
  `select exists (select from sanctions where operator = $1 and lifted_at is null) as "isFrozen"`,
)

/** An operator's earnings that aren't paid out yet, by the rules of `matureEarnings`. */
export async function listPendingEarnings(db: Db, address: string): Promise<PendingEarnings> {
  const [freeze] = await findFreeze(db, [address])
  const days = await listDays(db, [address])
  return {
    days: days.map(({ last, ...day }) => ({
      ...day,
      from: new Date(last.getTime() + pendingMs),
      latest: new Date(last.getTime() + pendingMsMax),
    })),
    isFrozen: freeze!.isFrozen,
  }
}
