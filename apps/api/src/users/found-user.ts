import { Refusal } from '@infra/protocol/refusal'
import type { UserRow } from './user-queries.ts'

/** Refuses if the account doesn't exist. */
export function foundUser(row: UserRow | undefined): UserRow {
  if (!row) throw new Refusal('not_found', 'There is no such account.')
  return row
}
