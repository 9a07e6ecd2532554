import { statement } from './statement.ts'

/**
 * Waits until everything that can be read now is as safe as a commit that was acknowledged: on disk and, where there is one, at the
 * synchronous standby. A server that crashes while a commit waits for its standby shows that commit when it is back, though the
 * standby may never get it. So a repeated request is not answered from what can be read alone.
 */
export const confirmCommits = statement(
  'confirm-commits',
  `select pg_logical_emit_message(true, 'infra-confirm', '')`,
)
