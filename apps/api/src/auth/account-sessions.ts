import { createLoader } from '../concurrency/create-loader.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { cachedUntilNotified } from '../notifications/cached-until-notified.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** How long another process may accept an ended session if it misses the notification. */
const CACHED_MS = 2_000

interface AccountSession {
  /** In lowercase, as stored. */
  address: string
  expiresAt: Date
}

/** The session, unless it was revoked. A token may stay valid minutes longer than its session; the session decides. */
export type AccountSessions = (id: string) => Promise<AccountSession | undefined>

const find = statement<AccountSession & { id: string }>(
  'find-sessions',
  'select id, address, expires_at as "expiresAt" from sessions where id = any($1) and revoked_at is null',
)

/** A page makes ten calls at once, and each needs the session first, so they share one query. */
export function accountSessionsIn(db: Db, notifications: Notifications): AccountSessions {
  const load = createLoader(async (ids) => new Map((await find(db, [ids])).map((row) => [row.id, row])))
  return cachedUntilNotified(notifications, { topics: ['session'], ms: CACHED_MS }, load)
}
