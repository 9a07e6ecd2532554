import type { Deps } from '../../deps.ts'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { countNodesOf } from '../../nodes/node-queries.ts'
import { listMyLatest } from '../answers/my-queries.ts'
import { suggestFor } from './suggestion-rules.ts'

/** What this person may want to ask Infra first. */
export async function suggest({ db }: Pick<Deps, 'db'>, address: string): Promise<string[]> {
  const [[latest], { available }, nodes] = await Promise.all([
    listMyLatest(db, { address }, 1),
    findCredits(db, address),
    countNodesOf(db, address),
  ])
  return suggestFor({ latest, credits: available, nodes })
}
