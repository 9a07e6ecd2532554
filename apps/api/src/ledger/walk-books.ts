import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { StepSize } from './check-books.ts'

/** Per run. With a run every ten minutes, 70 million entries a day. */
const STEPS_MAX = 50

export interface Walk {
  account: string
  event: string
}

interface EventPage {
  last: string | null
  count: number
  problem: string | null
}

/** The last event of a full page may have more lines on the next page, and is checked there. */
const walkEvents = statement<EventPage>(
  'walk-events',
  `with page as (select event, amount from ledger_entries where event > $1 order by event, line limit $2),
  whole as (select * from page where (select count(*) from page) < $2 or event < (select max(event) from page)),
  wrong as (
    select 'event ' || event || ' adds up to ' || sum(amount) as problem from whole group by event having sum(amount) <> 0 limit 1
  )
  select (select max(event) from whole) as last, (select count(*)::int from page) as count, (select problem from wrong) as problem`,
)

interface AccountPage {
  last: string | null
  count: number
  available: string
  held: string
  pending: string
}

const walkEntries = statement<AccountPage>(
  'walk-entries',
  `select max(id) as last, count(*)::int as count, coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
    coalesce(sum(amount) filter (where bucket = 'held'), 0) as held,
    coalesce(sum(amount) filter (where bucket = 'pending'), 0) as pending
  from (
    select id, bucket, amount from ledger_entries where account = $1 and id > $2 and id <= $3 order by id limit $4
  ) page`,
)

const nextSums = statement<Record<'account' | 'entry' | 'available' | 'held' | 'pending', string>>(
  'next-sums',
  'select * from ledger_sums where account > $1 order by account limit 1',
)

/**
 * Checks the part of the ledger that no longer grows, from where the last run stopped: each event adds up to zero, and each account's
 * entries add up to its stored sums. It stops before a problem, and so finds it again until it is corrected. `isRound`: it reached the
 * end and starts again.
 */
export async function walkBooks(
  tx: Db,
  from: Walk,
  step: StepSize,
): Promise<{ problems: string[]; walk: Walk; isRound: boolean }> {
  const walk = { ...from }
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const page = (await walkEvents(tx, [walk.event, step.entries]))[0]!
    if (page.problem) return { problems: [page.problem], walk, isRound: false }
    if (page.count < step.entries) break
    walk.event = page.last!
    if (steps === STEPS_MAX - 1) return { problems: [], walk, isRound: false }
  }
  for (let steps = 0; steps < STEPS_MAX; ) {
    const [sums] = await nextSums(tx, [walk.account])
    if (!sums) return { problems: [], walk: { account: '0', event: '' }, isRound: true }
    const { added, pages } = await addUp(tx, sums, step)
    const kept = `${sums.available}/${sums.held}/${sums.pending}`
    if (added !== kept) {
      const problem = `account ${sums.account} had ${kept} at entry ${sums.entry}, its entries say ${added}`
      return { problems: [problem], walk, isRound: false }
    }
    walk.account = sums.account
    // Many accounts have few entries: a hundred of them make one step.
    steps += Math.max(pages - 1, 0.01)
  }
  return { problems: [], walk, isRound: false }
}

async function addUp(
  tx: Db,
  { account, entry }: { account: string; entry: string },
  { entries }: StepSize,
): Promise<{ added: string; pages: number }> {
  const total = { available: 0n, held: 0n, pending: 0n }
  let after = '0'
  for (let pages = 1; ; pages++) {
    const page = (await walkEntries(tx, [account, after, entry, entries]))[0]!
    for (const bucket of ['available', 'held', 'pending'] as const) total[bucket] += BigInt(page[bucket])
    if (page.count < entries) return { added: `${total.available}/${total.held}/${total.pending}`, pages }
    after = page.last!
  }
}
