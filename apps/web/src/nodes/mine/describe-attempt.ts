import type { FailureReason } from '@infra/protocol/jobs'
import type { MyNode } from '@infra/protocol/nodes'
import type { AttemptState, NodeAttempt } from '@infra/protocol/nodes/my-nodes'
import { formatCount } from '@infra/protocol/values/format-count'

export const attemptLabels: Record<AttemptState, string> = {
  finished: 'Finished',
  failed: 'Failed',
  lapsed: 'Lost',
  released: 'Given back',
  left: 'Left for you',
  cancelled: 'Cancelled',
  expired: 'Too late',
}

/** Why an attempt failed, to its operator. */
const failures: Record<FailureReason, string> = {
  app_failed: 'The app stopped with an error.',
  expired: 'The job waited too long.',
  input_unreadable: 'It couldn’t read the input.',
  node_lost: 'The node stopped responding.',
  out_of_memory: 'It ran out of memory.',
  output_refused: 'The network refused its result.',
  timed_out: 'It took too long.',
  weights_unavailable: 'It couldn’t fetch the weights.',
}

export function describeFailure({ state, reason }: Pick<NodeAttempt, 'state' | 'reason'>): string | null {
  if (state === 'lapsed') return failures[reason ?? 'node_lost']
  return state === 'failed' ? failures[reason ?? 'app_failed'] : null
}

/** Of the second machine that ran the same. */
export const checkLabels: Record<NonNullable<NodeAttempt['check']>, string> = {
  agreed: 'Checked: right',
  unclear: 'Checked: unclear',
  contradicted: 'Checked: wrong',
}

export function describeLastDay({
  lastDay,
  creditsLastDay,
}: Pick<MyNode, 'lastDay' | 'creditsLastDay'>): string {
  const finished = lastDay.finishedByHour.reduce((sum, count) => sum + count, 0)
  return `${formatCount(finished, 'job')} · ${formatCount(creditsLastDay, 'credit')}`
}
