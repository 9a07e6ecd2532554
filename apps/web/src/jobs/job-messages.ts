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
  app_failed: 'The app could not do it. Another input may work; nothing was charged.',
  expired: 'No node took it within a day. Nothing was charged; try again when more nodes are online.',
  input_unreadable: 'The node could not read what it was given. Try another file.',
  node_lost: 'Three nodes went away while working on it. Nothing was charged; try again.',
  out_of_memory: 'It needs more memory than the nodes have. A smaller picture may work.',
  output_refused: 'The node handed in something else than the app makes. Nothing was charged; try again.',
  timed_out: 'It took longer than this app may. A smaller input may work.',
  weights_unavailable: 'The node could not get the model that this app needs. Try again later.',
}
