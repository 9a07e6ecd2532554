import { statement } from './statement.ts'

/**
 * Waits until everything that can be read now is as safe as an acknowledged commit: on disk and, if there is one, at the synchronous
 * standby. A server that crashes while a commit waits for its standby shows that commit when it's back, although the standby may never get
 * it. So reading a row alone isn't enough to respond to a repeated request.
 */
export const confirmCommits = statement(
  'confirm-commits',
  `select pg_logical_emit_message(true, 'infra-confirm', '')`,
)
