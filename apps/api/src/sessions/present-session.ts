import type { Session } from '@infra/protocol/sessions'
import type { SessionRow } from './session-queries.ts'

export function presentSession(row: SessionRow, currentId: string | undefined): Session {
  return { ...row, lastUsedAt: row.refreshedAt, current: row.id === currentId }
}
