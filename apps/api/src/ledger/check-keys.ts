import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Problem } from './books-problems.ts'
import { SETTLED } from './check-entries.ts'

/**
 * Adds what keys spent in the new entries to the stored sums, and compares the result with the keys, in one snapshot. A key spent what its
 * jobs took from the account, minus refunds. The stored sums then include everything up to the last entry before which no entry can still
 * appear.
 */
const checkKeys = (name: string, which: string) =>
  statement<{ id: string; problem: string }>(
    name,
    `with part as (
      select k.id, k.spent, coalesce(s.entry, 0) as entry, coalesce(s.spent, 0) as sum
      from api_keys k left join key_sums s on s.key_id = k.id where ${which}
    ),
    checked as (
      select p.id, p.spent, p.sum, n.* from part p cross join lateral (
        select coalesce(-sum(amount), 0) as added, coalesce(-sum(amount) filter (where old), 0) as old_added,
          max(id) filter (where old) as old_entry
        from (
          select id, amount, max(at) over (order by id) < now() - ${SETTLED} as old
          from ledger_entries where key_id = p.id and bucket in ('available', 'granted') and id > p.entry
        ) entries
      ) n
    ),
    stored as (
      insert into key_sums (key_id, entry, spent) select id, old_entry, sum + old_added from checked where old_entry is not null order by id
      on conflict (key_id) do update set entry = excluded.entry, spent = excluded.spent
    )
    select id, 'key ' || id || ' shows ' || spent || ' spent, its entries say ' || sum + added as problem
    from checked where spent <> sum + added order by id`,
  )

const checkKeysOf = checkKeys('check-keys-of-accounts', 'k.account = any($1::bigint[])')
const checkOneKey = checkKeys('check-key', 'k.id = $1::uuid')

/** Of these accounts' keys, those whose spending differs from the entries. */
export async function findWrongKeys(tx: Db, accounts: string[]): Promise<Problem[]> {
  return (await checkKeysOf(tx, [accounts])).map(problemOf)
}

export async function findWrongKey(tx: Db, id: string): Promise<Problem | undefined> {
  return (await checkOneKey(tx, [id])).map(problemOf)[0]
}

function problemOf({ id, problem }: { id: string; problem: string }): Problem {
  return { kind: 'key', key: id, problem }
}
