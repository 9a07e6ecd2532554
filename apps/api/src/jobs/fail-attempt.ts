import type { FailureReason } from '@infra/protocol/jobs'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { pauseApp, rememberTries } from '../nodes/pause-nodes.ts'
import { type EndedTry, failLeased } from './end-jobs.ts'
import { type LeaseHolder, whyLost } from './lease.ts'

const DETAIL_LENGTH_MAX = 4_000

/** Ends a try that failed, and remembers it of the node. */
export function failAttempt(
  { db }: Pick<Deps, 'db'>,
  holder: LeaseHolder,
  failure: { reason: FailureReason; detail: string; final: boolean },
): Promise<EndedTry> {
  return transaction(db, async (tx) => {
    const detail = readable(failure.detail)
    const job = await failLeased(tx, holder, { ...failure, detail })
    if (!job) throw await whyLost(tx, holder)
    if (failure.reason === 'weights_unavailable') await pauseApp(tx, [holder.nodeId, job.app_id])
    // Whether the vote was false is known once the job has ended.
    else if (!(failure.final && failure.reason === 'input_unreadable')) await blame(tx, [holder.nodeId])
    return job
  })
}

const blame = statement(
  'blame-node',
  `with ${rememberTries('select $1::text as node_id, false as is_good')} select`,
)

/** What a node wrote is shown to its operator: no colours, no control characters, no megabytes. */
function readable(detail: string): string {
  return (
    detail
      .slice(0, DETAIL_LENGTH_MAX * 2)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
      .replaceAll(/(\u001b\[|\u009b)[0-9;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .slice(0, DETAIL_LENGTH_MAX)
  )
}
