import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { dropFiles } from '../files/file-uses.ts'
import { cancelOpen } from './cancel-job.ts'

const listRuns = statement<{ id: string }>(
  'list-runs-of-jobs',
  'select jobs.id from checks join jobs on jobs.check_id = checks.id where checks.job_id = any($1) order by jobs.id',
)
const deleteRuns = statement('delete-runs', 'delete from jobs where id = any($1)')

/** Deletes runs of checks with their copies of the input. What they cost stays in the ledger. */
export async function deleteCheckRuns(tx: Db, runs: string[]): Promise<void> {
  if (runs.length === 0) return
  await cancelOpen(tx, runs)
  await dropFiles(tx, runs)
  await deleteRuns(tx, [runs])
}

/** The same for checks of jobs that are being deleted: nothing that their owners sent may remain. */
export async function deleteCheckRunsOf(tx: Db, jobIds: string[]): Promise<void> {
  await deleteCheckRuns(
    tx,
    (await listRuns(tx, [jobIds])).map(({ id }) => id),
  )
}
