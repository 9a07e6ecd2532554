import { Refusal } from '@infra/protocol/refusal'
import { createLoader } from '../concurrency/create-loader.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { nodes } from '../db/tables.ts'
import { cachedUntilNotified } from '../notifications/cached-until-notified.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { readToken, type TokenDeps } from './tokens.ts'

/**
 * May be long: a claim checks the session in the database, and everything else that a node does is fenced by its lease. This check only
 * notifies a node early that its session has ended.
 */
const CACHED_MS = 60_000

/** What a node reported when it signed in, and which of it the node may claim. */
export interface NodeOffer {
  apps: { id: string; version: number }[]
  memoryMb: number
  /** What it may claim, by app; null if the network doesn't check nodes. */
  levels: (typeof nodes.$inferSelect)['levels']
  /** Why it currently takes no jobs. */
  away: (typeof nodes.$inferSelect)['away']
}

type NodeSession = NodeOffer & { sessionId: string | null }

const find = statement<NodeSession & { id: string }>(
  'find-node-session',
  `select id, session_id as "sessionId", apps, levels, away, coalesce((hardware ->> 'memoryMb')::int, 0) as "memoryMb"
  from nodes where id = any($1) and removed_at is null`,
)

export interface NodeSessions {
  /** The node that this token belongs to, and what it serves, if the session is still that node's newest. */
  identify: (deps: TokenDeps, token: string) => Promise<{ id: string; sessionId: string } & NodeOffer>
}

/** Nodes call all the time, so their sessions are cached instead of queried at every call. */
export function nodeSessionsIn(db: Db, notifications: Notifications): NodeSessions {
  // When a thousand nodes call at the same moment, as after a restart, they share one query.
  const load = createLoader(async (ids) => new Map((await find(db, [ids])).map((row) => [row.id, row])))
  const sessionOf = cachedUntilNotified(notifications, { topics: ['node'], ms: CACHED_MS }, load)

  return {
    identify: async (deps, token) => {
      const { sub, sid: sessionId } = await readToken(deps, 'node+jwt', token)
      const id = sub.toLowerCase()
      const current = await sessionOf(id)
      if (!current) throw new Refusal('invalid_token', 'This node was removed by its operator.')
      if (current.sessionId !== sessionId) {
        throw new Refusal('session_superseded', 'This node signed in again from elsewhere, or signed out.')
      }
      return { ...current, sessionId }
    },
  }
}
