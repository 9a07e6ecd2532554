import { hash } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { priceOf } from '@infra/protocol/apps/price'
import { hashedInput } from '@infra/protocol/signatures/receipts'
import { inArray, lt, sql } from 'drizzle-orm'
import { insertRun } from '../../checks/insert-run.ts'
import { chatRuns } from '../../db/chat-tables.ts'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { transaction } from '../../db/transaction.ts'
import { deleteCheckRuns } from '../../jobs/delete-check-runs.ts'
import { isServing } from '../../matching/eligible-nodes.ts'

/** Longer than any answer takes. */
const OLD_MINUTES = 5

/** A node of these operators that serves the app and has a free slot. */
export const findFreeNode = statement<{ id: string }>(
  'find-node-for-chat',
  `select n.id from nodes n
  where n.operator = any($1::text[]) and ${isServing('$2::text', '$3::int')} and n.session_id is not null
    and (select count(*) from leases where node_id = n.id) < n.slots
  order by random() limit 1`,
)

/** Orders a run that nobody pays for. Otherwise people could earn with their own nodes by asking a lot. */
export async function orderChatRun(
  db: Db,
  { app, input, nodeId }: { app: AppManifest; input: AppInput; nodeId: string },
): Promise<string> {
  return transaction(db, async (tx) => {
    const order = {
      appId: app.id,
      appVersion: app.version,
      input,
      inputFiles: [],
      inputHash: hash('sha256', hashedInput(input, {})),
      price: priceOf(app.price, input, {}),
    }
    const jobId = await insertRun(tx, order, { checkId: null, nodeId, unpaid: true })
    await tx.insert(chatRuns).values({ jobId })
    return jobId
  })
}

/** Deletes runs together with what was said in them. Cancels those that still run. */
export async function forgetChatRuns(db: Db, jobIds: string[]): Promise<void> {
  await transaction(db, async (tx) => {
    await deleteCheckRuns(tx, jobIds)
    await tx.delete(chatRuns).where(inArray(chatRuns.jobId, jobIds))
  })
}

/** Runs of processes that exited in the middle of an answer. */
export async function forgetOldRuns(db: Db): Promise<void> {
  const old = await db
    .select()
    .from(chatRuns)
    .where(lt(chatRuns.startedAt, sql`now() - make_interval(mins => ${OLD_MINUTES})`))
  if (old.length > 0)
    await forgetChatRuns(
      db,
      old.map(({ jobId }) => jobId),
    )
}
