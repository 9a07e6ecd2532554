import type { Bell } from '../db/bell.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { askTogether } from './ask-together.ts'
import { believed } from './believed.ts'

/** How long another process may believe in a session that has ended, should the bell not reach it. */
const BELIEVED_MS = 2_000

interface AccountSession {
  /** Lower case, as it is kept. */
  address: string
  expiresAt: Date
}

/** Whose session it is, if it was not ended. A token outlives the session it came from by minutes; the session decides. */
export type AccountSessions = (id: string) => Promise<AccountSession | undefined>

const find = statement<AccountSession & { id: string }>(
  'find-sessions',
  'select id, address, expires_at as "expiresAt" from sessions where id = any($1) and revoked_at is null',
)

/** A page asks ten things at once, and each would ask first who is asking. */
export function accountSessionsIn(db: Db, bell: Bell): AccountSessions {
  const ask = askTogether(async (ids) => new Map((await find(db, [ids])).map((row) => [row.id, row])))
  return believed(bell, { topic: 'session', ms: BELIEVED_MS }, ask)
}
