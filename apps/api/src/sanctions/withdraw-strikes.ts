import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { strikes, trustRecords } from '../db/trust-tables.ts'
import { returnFine } from '../ledger/void-result.ts'
import { changeTrust } from '../trust/trust-records.ts'

/** Takes back the strikes of a node that was suspended by a rule, with their fines, and lets it work as before. */
export async function withdrawStrikes(tx: Db, nodeId: string, at: Date): Promise<void> {
  const withdrawn = await tx
    .update(strikes)
    .set({ withdrawnAt: at })
    .where(and(eq(strikes.nodeId, nodeId), isNull(strikes.withdrawnAt)))
    .returning()
  for (const { id, account, fine } of withdrawn)
    if (account && fine) await returnFine(tx, [id, account, fine])
  const records = await tx
    .select({ appId: trustRecords.appId })
    .from(trustRecords)
    .where(eq(trustRecords.nodeId, nodeId))
  for (const { appId } of records)
    await changeTrust(tx, nodeId, appId, { type: 'lifted', isOverturned: true, at: at.getTime() })
}
