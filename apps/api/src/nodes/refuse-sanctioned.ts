import { Refusal } from '@infra/protocol/refusal'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sanctions } from '../db/sanction-tables.ts'

/**
 * Refuses to link a machine while a moderator's decision against it or its operator is in force. Removing a node, linking its key to
 * another operator or linking another key must not undo a decision.
 */
export async function refuseSanctioned(
  tx: Db,
  { id, operator }: { id: string; operator: string },
): Promise<void> {
  const isOperator = and(eq(sanctions.operator, operator), isNull(sanctions.nodeId))
  const [sanction] = await tx
    .select()
    .from(sanctions)
    .where(and(isNull(sanctions.liftedAt), or(eq(sanctions.nodeId, id), isOperator)))
    .limit(1)
  if (!sanction) return
  const who = sanction.nodeId ? 'This machine is' : 'You are'
  throw new Refusal('forbidden', `${who} ${sanction.kind} by a moderator: ${sanction.why}`)
}
