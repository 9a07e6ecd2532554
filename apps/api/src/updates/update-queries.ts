import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { nodes } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'
import { UPDATE_MINUTES, UPDATING_SHARE } from './update-rules.ts'

/** Lets the node update unless enough of its operator's nodes are updating. A node that asks again while it may gets the same response. */
export async function grantUpdate(db: Db, nodeId: string, version: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    // One node of an operator after the other, whichever API process they ask.
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtext('node-updates'), hashtext(operator)) from nodes where id = ${nodeId}`)
    const { rowCount } = await tx.execute(sql`
      update nodes set update_version = ${version}, update_problem = null,
        update_until = case when update_until > now() then update_until
          else now() + make_interval(mins => ${UPDATE_MINUTES}) end
      where id = ${nodeId} and (
        select count(*) filter (where other.id <> ${nodeId} and other.update_until > now())
          < greatest(1, floor(${UPDATING_SHARE}::numeric * count(*)))
        from nodes other
        where other.operator = nodes.operator and other.removed_at is null and (
          other.update_until > now() or other.last_seen_at > now() - make_interval(secs => ${OFFLINE_AFTER_SECONDS})))`)
    return rowCount === 1
  })
}

export async function endUpdate(
  db: Db,
  nodeId: string,
  { version, problem = null }: { version: string; problem?: string | null },
): Promise<void> {
  await db
    .update(nodes)
    .set({ updateVersion: version, updateUntil: null, updateProblem: problem })
    .where(eq(nodes.id, nodeId))
}
