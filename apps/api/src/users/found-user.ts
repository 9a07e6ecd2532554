import { Refusal } from '@infra/protocol/refusal'
import type { UserRow } from './user-queries.ts'

/** For an endpoint that has nothing to say of an account that is not there. */
export function foundUser(row: UserRow | undefined): UserRow {
  if (!row) throw new Refusal('not_found', 'There is no such account.')
  return row
}
