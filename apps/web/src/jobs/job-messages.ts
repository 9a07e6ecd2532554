import type { FailureReason, JobStatus } from '@infra/protocol/jobs'

export const statusLabels: Record<JobStatus, string> = {
  queued: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  error: 'Failed',
  cancelled: 'Cancelled',
}

/** Why it failed, and what to do about it. */
export const failureMessages: Record<FailureReason, string> = {
  app_failed: 'The app couldn’t do this. You weren’t charged. A different input may work.',
  expired: 'No node picked it up within a day. You weren’t charged; try again when more nodes are online.',
  input_unreadable: 'The node couldn’t read the input. Try another file.',
  node_lost: 'Three nodes went offline while running it. You weren’t charged; try again.',
  out_of_memory: 'It needs more memory than the nodes have. A smaller picture may work.',
  output_refused: 'The node returned an invalid result. You weren’t charged; try again.',
  timed_out: 'It took too long. A smaller input may work.',
  weights_unavailable: 'The node couldn’t download the model for this app. Try again later.',
}
