import { createLoader } from '../concurrency/create-loader.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { cachedUntilNotified } from '../notifications/cached-until-notified.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** How long another process may believe in a session that has ended, should no notification reach it. */
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
export function accountSessionsIn(db: Db, notifications: Notifications): AccountSessions {
  const ask = createLoader(async (ids) => new Map((await find(db, [ids])).map((row) => [row.id, row])))
  return cachedUntilNotified(notifications, { topic: 'session', ms: BELIEVED_MS }, ask)
}
