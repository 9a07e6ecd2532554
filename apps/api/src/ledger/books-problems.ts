import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** How many are stored at most. The check stops there, and finds the rest once these are corrected. */
export const PROBLEMS_MAX = 20

export interface Problem {
  kind: 'event' | 'balance' | 'sums' | 'key' | 'earlier'
  /** The event, the number of the account, or the id of the API key. */
  key: string
  problem: string
}

const insertNew = statement(
  'insert-ledger-problems',
  `insert into ledger_problems (kind, key, problem)
  select kind, key, problem from unnest($1::text[], $2::text[], $3::text[]) found (kind, key, problem)
  where not exists (select from ledger_problems p where (p.kind, p.key) = (found.kind, found.key))
  limit greatest(0, ${PROBLEMS_MAX} - (select count(*) from ledger_problems))`,
)

/** From now on, payouts are on hold. */
const noteDrift = statement(
  'note-drift',
  `update ledger_state set drift = (select string_agg(problem, '; ' order by found_at, kind, key) from ledger_problems)`,
)

const select = statement<Problem & { foundAt: Date }>(
  'list-ledger-problems',
  `select kind, key, problem, found_at as "foundAt" from ledger_problems order by found_at, kind, key`,
)

export const listProblems = (db: Db) => select(db, [])

/**
 * Stores what was found. Returns whether there's room for more; if not, something may be left out, and the caller must not continue past
 * the part that it looked at.
 */
export async function noteProblems(tx: Db, found: Problem[]): Promise<boolean> {
  if (found.length === 0) return true
  const columns = (['kind', 'key', 'problem'] as const).map((name) => found.map((row) => row[name]))
  await insertNew(tx, columns)
  await noteDrift(tx, [])
  return (await listProblems(tx)).length < PROBLEMS_MAX
}

const update = statement(
  'update-ledger-problem',
  'update ledger_problems set problem = $3 where kind = $1 and key = $2',
)
const remove = statement('remove-ledger-problem', 'delete from ledger_problems where kind = $1 and key = $2')

/** `problem` is the result of checking again; undefined if it was corrected. */
export async function renewProblem(
  tx: Db,
  { kind, key }: Problem,
  problem: string | undefined,
): Promise<void> {
  await (problem === undefined ? remove(tx, [kind, key]) : update(tx, [kind, key, problem]))
}

/** Payouts continue if the list is empty. */
export const renewDrift = (tx: Db) => noteDrift(tx, [])
