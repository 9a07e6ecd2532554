import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { dropFiles, setFilesPublic } from '../files/file-uses.ts'
import { countDeleted } from './roll-up.ts'

/** It may have been finished, for its owner alone, before the same was hidden elsewhere. */
const takenDown = sql`(${jobs.status} = 'finished' and not ${jobs.hidden} and was_taken_down(jobs, ${jobs.outputs}))`
const hiddenIfTakenDown = {
  hidden: sql`${jobs.hidden} or ${takenDown}`,
  hiddenBecause: sql`case when ${takenDown} then 'hidden_before' else ${jobs.hiddenBecause} end`,
}

/** A job and its files are seen by the same people, from the same moment. */
export function setVisibility(db: Db, id: string, visibility: 'public' | 'private'): Promise<void> {
  return transaction(db, async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({
        visibility,
        ...(visibility === 'public' && hiddenIfTakenDown),
        seq: sql`${jobs.seq} + 1`,
      })
      .where(eq(jobs.id, id))
      .returning()
    if (job?.status === 'finished') await setFilesPublic(tx, id, visibility === 'public' && !job.hidden)
  })
}

/** With its attempts and hearts; the ledger remembers what it cost, and the hourly figures that it was. */
export function deleteOwnJob(db: Db, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    await countDeleted(tx, [id])
    await dropFiles(tx, [id])
    await tx.delete(jobs).where(eq(jobs.id, id))
  })
}
