import type { FailureReason } from '@infra/protocol/jobs'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { DROPPED_AN_HOUR_MAX, FAILURES_IN_ROW_MAX, PAUSE_MINUTES } from '../nodes/node-rules.ts'
import { type EndedTry, failLeased } from './end-jobs.ts'
import { type LeaseHolder, whyLost } from './lease.ts'

const DETAIL_LENGTH_MAX = 4_000

/** Not the node's doing: the input cannot be read by anyone, or the registry is away for everyone. */
const BLAMELESS: readonly FailureReason[] = ['input_unreadable', 'weights_unavailable']

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
    if (!BLAMELESS.includes(failure.reason)) await blame(tx, [holder.nodeId])
    return job
  })
}

/** One failure more than it may have, and the node rests; after the rest it has used up its credit, and one is enough. */
const blame = statement(
  'blame-node',
  `update nodes set failures_in_row = failures_in_row + 1,
    paused_until = case when failures_in_row >= ${FAILURES_IN_ROW_MAX}
      then now() + interval '${PAUSE_MINUTES} minutes' else paused_until end,
    paused_reason = case when failures_in_row >= ${FAILURES_IN_ROW_MAX}
      then 'More than ${FAILURES_IN_ROW_MAX} jobs in a row failed on it.' else paused_reason end
  where id = $1`,
)

/** Rests the nodes that let too many leases lapse within an hour. */
export const pauseDroppers = statement<{ id: string }>(
  'pause-droppers',
  `update nodes set paused_until = now() + interval '${PAUSE_MINUTES} minutes',
    paused_reason = 'It dropped ${DROPPED_AN_HOUR_MAX} jobs or more within an hour.'
  where id = any($1) and (paused_until is null or paused_until < now()) and (
    select count(*) from attempts where node_id = nodes.id and state = 'lapsed' and ended_at > now() - interval '1 hour'
  ) >= ${DROPPED_AN_HOUR_MAX}
  returning id`,
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
