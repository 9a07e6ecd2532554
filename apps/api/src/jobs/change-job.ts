import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { dropFiles, setFilesPublic } from '../files/file-uses.ts'
import { countDeleted } from './roll-up.ts'

/** A job and its files are seen by the same people, from the same moment. */
export function setVisibility(db: Db, id: string, visibility: 'public' | 'private'): Promise<void> {
  return transaction(db, async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ visibility, seq: sql`${jobs.seq} + 1` })
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
