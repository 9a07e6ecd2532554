import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import { releaseAllOf } from '../attempts/release-attempt.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { dropFiles } from '../files/file-uses.ts'
import { dropUploadsOf } from '../files/upload-queries.ts'
import { deleteNodeLogs } from '../nodes/mine/node-log.ts'
import { deleteBatchesOf } from './batches/batch-queries.ts'
import { cancelOpen } from './cancel-job.ts'
import { deleteCheckRunsOf } from './delete-check-runs.ts'
import { countDeleted } from './roll-up.ts'

const listOpen = statement<{ id: string }>(
  'list-open-jobs',
  `select id from jobs where user_address = $1 and status in ('queued', 'running')`,
)

/** Favorites first, together with the favorite counts of their jobs. */
const deleteFavorites = statement(
  'delete-favorites-of',
  `with removed as (delete from favorites where user_address = $1 returning job_id),
  liked as (select id from jobs where id in (select job_id from removed) order by id for update)
  update jobs set favorites = favorites - 1, seq = seq + 1 from liked where jobs.id = liked.id`,
)

const deleteReports = statement('delete-reports-of', 'delete from job_reports where user_address = $1')

/**
 * Jobs in the feed stay, without an author, because others have favorites and receipts of them. All others are deleted with their files.
 */
const listUnseen = statement<{ id: string }>(
  'list-unseen-jobs',
  `select id from jobs where user_address = $1 and not (status = 'finished' and visibility = 'public' and not hidden)
  order by id for update`,
)
const deleteJobs = statement('delete-jobs', 'delete from jobs where id = any($1)')
const removeAuthor = statement(
  'remove-author',
  `update jobs set user_address = null, seq = seq + 1 where user_address = $1`,
)

const deleteKeys = statement(
  'delete-keys-of',
  `delete from idempotency_keys where starts_with(scope, $1 || ' ')`,
)

const removeNodes = statement<{ id: string }>(
  'remove-nodes-of',
  `update nodes set removed_at = now(), session_id = null, tags = '{}' where operator = $1 and removed_at is null returning id`,
)

/**
 * Deletes all of a person's jobs and nodes. Returns the jobs that changed, to be published. The caller has locked the person's row, so
 * nobody can order, favor or link in their name meanwhile, and no open job can be missed.
 */
export async function deletePersonData(
  tx: Db,
  address: string,
): Promise<{ ended: ChangedJob[]; nodeIds: string[] }> {
  const open = await listOpen(tx, [address])
  const cancelled = await cancelOpen(
    tx,
    open.map(({ id }) => id),
  )
  await deleteFavorites(tx, [address])
  await deleteReports(tx, [address])
  const unseen = (await listUnseen(tx, [address])).map(({ id }) => id)
  await countDeleted(tx, unseen)
  await deleteCheckRunsOf(tx, unseen)
  await dropFiles(tx, unseen)
  await deleteJobs(tx, [unseen])
  await removeAuthor(tx, [address])
  await dropUploadsOf(tx, address)
  await deleteKeys(tx, [address])
  await deleteBatchesOf(tx, [address])
  const nodeIds = (await removeNodes(tx, [address])).map(({ id }) => id)
  await deleteNodeLogs(tx, [nodeIds])
  const released: ChangedJob[] = []
  for (const id of nodeIds) released.push(...(await releaseAllOf(tx, id)))
  return { ended: [...cancelled, ...released], nodeIds }
}
