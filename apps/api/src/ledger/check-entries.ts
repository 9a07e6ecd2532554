import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { PROBLEMS_MAX, type Problem } from './books-problems.ts'

/**
 * An entry gets its number before its transaction commits, so a lower one may appear after a higher. Transactions last seconds, so
 * everything older than this has appeared.
 */
export const SETTLED = `interval '10 minutes'`

/**
 * The entries numbered from $1 (exclusive) to $2, and the events among them that don't add up. Nearly every event is completely within one
 * such part, so only those that don't add up there are looked up. An event that doesn't add up as a whole doesn't add up in one of its
 * parts either.
 */
const ENTRIES = `
  part as (select id, event, account, amount, at from ledger_entries where id > $1 and id <= $2),
  suspects as (select event from part group by event having sum(amount) <> 0),
  wrong as (
    select event, total from suspects
    cross join lateral (select sum(amount) as total from ledger_entries e where e.event = suspects.event) sums
    where total <> 0 order by event limit ${PROBLEMS_MAX}
  )`
const WRONG = `coalesce((select json_agg(json_build_array(event, total::text)) from wrong), '[]') as wrong`
type Wrong = [event: string, total: string][]

interface Recent {
  /** The last entry before which no more can appear; null if there's none among these. */
  settledUntil: number | null
  isSettled: boolean
  isLast: boolean
  accounts: string[]
}

const selectRecent = statement<Recent & { wrong: Wrong }>(
  'check-recent-entries',
  `with ${ENTRIES},
  aged as (select id, max(at) over (order by id) < now() - ${SETTLED} as old from part)
  select (max(id) filter (where old))::float8 as "settledUntil", coalesce(bool_and(old), true) as "isSettled",
    $2 >= coalesce(pg_sequence_last_value('ledger_entries_id_seq'), 0) as "isLast",
    array(select distinct account::text from part where account is not null) as accounts, ${WRONG}
  from aged`,
)

/** Recent entries, with their accounts. */
export async function checkRecentEntries(
  tx: Db,
  from: number,
  to: number,
): Promise<Recent & { problems: Problem[] }> {
  const [row] = await selectRecent(tx, [from, to])
  return { ...row!, problems: row!.wrong.map(eventProblem) }
}

const selectOld = statement<{ lines: number; wrong: Wrong }>(
  'check-old-entries',
  `with ${ENTRIES} select (select count(*)::int from part) as lines, ${WRONG}`,
)

/** Entries of any age; `lines` is how many there are. */
export async function checkOldEntries(
  tx: Db,
  from: number,
  to: number,
): Promise<{ lines: number; problems: Problem[] }> {
  const [row] = await selectOld(tx, [from, to])
  return { lines: row!.lines, problems: row!.wrong.map(eventProblem) }
}

const selectTotal = statement<{ total: string | null }>(
  'check-event',
  'select sum(amount) as total from ledger_entries where event = $1',
)

export async function findWrongEvent(tx: Db, event: string): Promise<Problem | undefined> {
  const total = (await selectTotal(tx, [event]))[0]!.total ?? '0'
  return total === '0' ? undefined : eventProblem([event, total])
}

function eventProblem([event, total]: Wrong[number]): Problem {
  return { kind: 'event', key: event, problem: `event ${event} adds up to ${total}` }
}
