import { Refusal } from '@infra/protocol/refusal'
import type { KeyRow } from './key-queries.ts'

/** Also for the keys of others, so that nobody can tell that they exist. */
export function foundKey(row: KeyRow | undefined): KeyRow {
  if (!row) throw new Refusal('not_found', 'There is no such key.')
  return row
}
