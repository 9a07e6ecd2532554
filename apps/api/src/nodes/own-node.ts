import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { findSeenNode, type SeenNode } from './node-queries.ts'

/** The caller's own node. Someone else's counts as not found. */
export async function ownNode({ db }: { db: Db }, id: string, operator: string): Promise<SeenNode> {
  const row = await findSeenNode(db, id.toLowerCase())
  if (row?.operator !== operator) throw new Refusal('not_found', 'You have no such node.')
  return row
}
