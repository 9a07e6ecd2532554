import { hash } from 'node:crypto'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job, StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { textFile } from '../attempts/accept-outputs.ts'
import { LEASED_JOBS } from '../attempts/end-leases.ts'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { chargeForShown } from './charge-for-shown.ts'
import { endLockedJobs, type ShownPart } from './end-locked-jobs.ts'
import { ownJob } from './own-job.ts'
import { presentJob } from './present-job.ts'

/** Cancels the caller's own job and refunds it, except for the part of the result that was shown. Canceling it again changes nothing. */
export async function cancelJob(
  deps: Deps,
  { jobId, address }: { jobId: string; address: string },
): Promise<Job> {
  await ownJob(deps, jobId, address)
  const [cancelled] = await transaction(deps.db, (tx) => cancelOpen(tx, [jobId]))
  const row = await ownJob(deps, jobId, address)
  if (!cancelled && row.status !== 'cancelled') throw new Refusal('job_final', 'This job has ended already.')
  if (cancelled) deps.notifications.publish('job', jobId)
  return presentJob(deps, row, { address })
}

const lockOpen = statement<{ id: string }>(
  'lock-open-jobs',
  `select id from jobs where id = any($1) and status in ('queued', 'running') order by id for update`,
)

interface Running {
  id: string
  appId: string
  input: AppInput
  inputFiles: StoredFile[]
  price: number
  text: string
}

/** Includes what the lease shows now: an earlier statement has locked the job, so its node waits before it can show more. */
const selectShown = statement<Running>(
  'find-shown-text',
  `select jobs.id, app_id as "appId", input, input_files as "inputFiles", price, partial_text as text
  from ${LEASED_JOBS} where jobs.id = any($1) and partial_text is not null for update of leases`,
)

/**
 * Cancels those of the jobs that haven't ended. A person who has read a part of the result pays for that part and keeps it, unless it's
 * `worthless`.
 */
export async function cancelOpen(
  tx: Db,
  ids: string[],
  { worthless = false }: { worthless?: boolean } = {},
): Promise<ChangedJob[]> {
  const open = await lockOpen(tx, [ids])
  if (worthless) return endLockedJobs(tx, open, { attempt: 'cancelled', status: 'cancelled', reason: null })
  const shown = (await selectShown(tx, [open.map(({ id }) => id)])).flatMap(shownPart)
  return endLockedJobs(tx, open, { attempt: 'cancelled', status: 'cancelled', reason: null, shown })
}

function shownPart(job: Running): ShownPart[] {
  const { id, appId, text } = job
  const charge = chargeForShown(job, text)
  if (charge === 0) return []
  const { name } = findApp(appId)!.outputs[0]!
  return [{ id, charge, outputs: [textFile({ name, sha256: hash('sha256', text), text })] }]
}
