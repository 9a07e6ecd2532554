import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { strikes } from '../db/trust-tables.ts'
import { returnFine } from '../ledger/void-result.ts'
import { changeTrustInAllApps } from '../trust/trust-records.ts'

/** Withdraws the strikes of a node that a rule suspended, with their fines, and lets it work as before. */
export async function withdrawStrikes(tx: Db, nodeId: string, at: Date): Promise<void> {
  const withdrawn = await tx
    .update(strikes)
    .set({ withdrawnAt: at })
    .where(and(eq(strikes.nodeId, nodeId), isNull(strikes.withdrawnAt)))
    .returning()
  for (const { id, account, fine } of withdrawn)
    if (account && fine) await returnFine(tx, [id, account, fine])
  await changeTrustInAllApps(tx, nodeId, { type: 'lifted', isOverturned: true, at: at.getTime() })
}
