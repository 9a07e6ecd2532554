import type { FailureReason } from '@infra/protocol/jobs'
import type { LeaseHolder } from '../auth/leases.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { canReadStoredInput, type StoredInput } from '../files/open-stored-files.ts'
import { refund } from '../ledger/movements.ts'
import { pauseApp, recordTries } from '../matching/pause-nodes.ts'
import { LEASED_JOBS, TRIED } from './end-leases.ts'
import { whyLost } from './lease-queries.ts'
import { type ChangedJob, publishChangedJobs } from './publish-changed-jobs.ts'
import { requeueOrEnd } from './requeue-or-end.ts'

const DETAIL_LENGTH_MAX = 4_000

/**
 * Ends an attempt that failed, and counts the failure against the node. A failure that the node calls final is its vote that no node can
 * run the job; if we can read the job's files ourselves, the vote is false right away.
 */
export async function failAttempt(
  deps: Pick<Deps, 'db' | 'files' | 'notifications'>,
  holder: LeaseHolder,
  failure: { reason: FailureReason; detail: string; final: boolean },
): Promise<void> {
  const { attemptId, leaseToken, nodeId } = holder
  const { reason } = failure
  const isFalse = failure.final && (await canReadFiles(deps, holder))
  const isVote = failure.final && !isFalse
  const changed = await transaction(deps.db, async (tx) => {
    const [job] = await fail(tx, [attemptId, leaseToken, nodeId, reason, readable(failure.detail), isVote])
    if (!job) throw await whyLost(tx, holder)
    if (isFalse) await markFalse(tx, [attemptId])
    if (reason === 'weights_unavailable') await pauseApp(tx, [nodeId, job.app_id])
    // Whether a vote that no node can read the input was right is only known once the job has ended.
    else if (!(isVote && reason === 'input_unreadable')) await recordFailure(tx, [nodeId])
    return job
  })
  publishChangedJobs(deps, [changed])
}

const selectInput = statement<StoredInput & { appId: string }>(
  'find-input-to-read',
  `select app_id as "appId", input, input_files as "inputFiles" from leases join jobs on jobs.id = job_id
  where leases.attempt_id = $1 and lease_token = $2 and leases.node_id = $3 and jsonb_array_length(input_files) > 0`,
)

/** False for a job without files, since there's nothing we could open. */
async function canReadFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { attemptId, leaseToken, nodeId }: LeaseHolder,
): Promise<boolean> {
  const [job] = await selectInput(db, [attemptId, leaseToken, nodeId])
  return job !== undefined && canReadStoredInput(files, job)
}

const markFalse = statement('mark-vote-false', `update attempts set vote = 'false' where id = $1`)

const fail = statement<ChangedJob>(
  'fail-attempt',
  `with tried as (
    select ${TRIED}, $4 as reason, $5 as detail, $6::boolean as final
    from ${LEASED_JOBS} where leases.attempt_id = $1 and lease_token = $2 and leases.node_id = $3 for update
  ),
  ${requeueOrEnd('failed', 'tried')},
  ${refund('over')}
  select id, app_id, node_id, status from changed`,
)

const recordFailure = statement(
  'record-failure',
  `with ${recordTries('select $1::text as node_id, false as is_good')} select`,
)

/** The operator sees the detail, so remove terminal colors and control characters and shorten it. */
function readable(detail: string): string {
  return (
    detail
      .slice(0, DETAIL_LENGTH_MAX * 2)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
      .replaceAll(/(\u001b\[|\u009b)[0-9;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .slice(0, DETAIL_LENGTH_MAX)
  )
}
