import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { RanJob } from './check-queries.ts'

/** How long a run may wait and run before it counts as lost. */
const RUN_HOURS = 1

export type RunOrder = Pick<RanJob, 'appId' | 'appVersion' | 'input' | 'inputFiles' | 'inputHash' | 'price'>

/**
 * A job for one particular node that nobody ordered. To the node it looks like any other job. The network pays, first with what is left of
 * earlier runs, then from the budget for checks.
 */
const insertRow = statement<{ id: string }>(
  'insert-check-run',
  `with network as (
    update ledger_accounts set held = held + $7::bigint, available = available - least(available, $7::bigint) where address = 'network'
    returning id, old.available - new.available as left_over
  ),
  entries as (
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
    select 'hold:' || $1::uuid, line, 'check', account, bucket, amount, $1
    from network, lateral (values (1, network.id, 'held', $7::bigint), (2, network.id, 'available', -left_over),
      (3, null, 'audits', left_over - $7::bigint)) as lines (line, account, bucket, amount)
    where amount <> 0
  )
  insert into jobs (id, app_id, app_version, payer, input, input_files, input_hash, price, visibility, status, turn, expires_at,
    counted, check_id, for_node_id, unpaid)
  select $1, $2, $3, network.id, $4, $5, $6, $7, 'private', 'queued', 0, now() + interval '${RUN_HOURS} hours', true, $8, $9, $10
  from network returning id`,
)

const copyFiles = statement(
  'copy-input-files',
  `insert into file_uses (job_id, role, name, sha256, public)
  select $1, 'input', file ->> 'name', file ->> 'sha256', false from jsonb_array_elements($2::jsonb) as file`,
)

/** Orders a run of this job on one node. Returns its id. */
export async function insertRun(
  tx: Db,
  order: RunOrder,
  { checkId, nodeId, unpaid }: { checkId: string | null; nodeId: string; unpaid: boolean },
): Promise<string> {
  const id = randomUUIDv7()
  const { appId, appVersion, input, inputFiles, inputHash, price } = order
  const files = JSON.stringify(inputFiles)
  await insertRow(tx, [id, appId, appVersion, input, files, inputHash, price, checkId, nodeId, unpaid])
  await copyFiles(tx, [id, files])
  return id
}
