import { sql } from 'drizzle-orm'
import { reconcile } from '../../ledger/reconcile.ts'
import { earn } from '../earn.ts'
import { rowOf } from '../echo.ts'
import { type Person, signInSomeone } from '../person.ts'
import type { CheckedNetwork } from './checked-network.ts'

/** The next result of every node is checked. */
export async function checkNext({ api }: CheckedNetwork): Promise<void> {
  await api.deps.db.execute(
    sql`update trust_records set record = record || '{"lastCheckAt": 0, "levelSince": 0}'`,
  )
}

export async function richPerson({ api }: CheckedNetwork): Promise<Person> {
  const person = await signInSomeone(api)
  await earn(api.deps, person)
  return person
}

export const listChecks = async ({ api }: CheckedNetwork) =>
  (await api.deps.db.execute(sql`select kind, state, outcome from checks order by id`)).rows

export const availableOf = async ({ api }: CheckedNetwork, { address }: Person) =>
  Number(
    (
      await rowOf(
        api.deps,
        sql`select available from ledger_accounts where address = ${address.toLowerCase()}`,
      )
    ).available,
  )

export const booksOf = async ({ api }: CheckedNetwork) => {
  await api.deps.db.execute(sql`update ledger_state set checked_at = null`)
  return reconcile(api.deps.db)
}

/** What waits for the operator of a node. */
export const pendingOf = async ({ api }: CheckedNetwork, { operator }: { operator: Person }) =>
  Number(
    (
      await rowOf(
        api.deps,
        sql`select pending from ledger_accounts where address = ${operator.address.toLowerCase()}`,
      )
    ).pending,
  )
