import type { Db } from '../db/client.ts'
import { findJob, type JobRow } from './job-queries.ts'
import { noSuchJob } from './present-job.ts'

/** The caller's own job. Someone else's counts as not found. */
export async function ownJob({ db }: { db: Db }, id: string, address: string): Promise<JobRow> {
  const row = await findJob(db, id, address)
  if (row?.userAddress !== address) throw noSuchJob()
  return row
}
