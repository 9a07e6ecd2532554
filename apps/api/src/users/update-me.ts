import { Refusal } from '@infra/protocol/refusal'
import { nameKey } from '@infra/protocol/user-name'
import { sqlStateOf, UNIQUE_VIOLATION } from '../db/sql-state.ts'
import type { Deps } from '../deps.ts'
import { type UserRow, updateUser } from './user-queries.ts'

/** Changes what is given. Of two who want one name at the same moment, the database lets one have it. */
export async function updateMe(
  { db }: Pick<Deps, 'db'>,
  address: string,
  { name, bio }: { name?: string | null; bio?: string },
): Promise<UserRow | undefined> {
  const renamed = name === undefined ? {} : { name, nameKey: name === null ? null : nameKey(name) }
  const change = { ...renamed, ...(bio !== undefined && { bio }) }
  try {
    return await updateUser(db, address, change)
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    throw new Refusal('name_taken', 'Someone else has this name.', {
      cause: error,
      errors: [{ pointer: '/name', message: 'is taken' }],
    })
  }
}
