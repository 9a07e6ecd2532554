import { Refusal } from '@infra/protocol/refusal'
import type { Bell } from '../db/bell.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { askTogether } from './ask-together.ts'
import { readToken } from './tokens.ts'

/** How long another process may believe in a session that has ended, should the bell not reach it. */
const BELIEVED_MS = 2_000

const find = statement<{ id: string; session_id: string | null }>(
  'find-node-session',
  'select id, session_id from nodes where id = any($1) and removed_at is null',
)

export interface NodeSessions {
  /** Who holds this token, if it is still the newest of its node. */
  identify: (
    deps: Pick<Deps, 'config' | 'keys' | 'now'>,
    token: string,
  ) => Promise<{ id: string; sessionId: string }>
}

/**
 * Nodes call all the time, a hundred thousand of them at once some day: their sessions are not looked up at every call.
 * What is done under a lease is fenced by its token, and a claim asks the database itself.
 */
export function nodeSessionsIn(db: Db, bell: Bell): NodeSessions {
  const sessions = new Map<string, { sessionId: string | null | undefined; readAt: number }>()
  bell.listen('node', (id) => sessions.delete(id))
  // A thousand that come in the same moment, as after a restart, are one question and not a thousand.
  const ask = askTogether(async (ids) => {
    const rows = await find(db, [ids])
    return new Map(rows.map((row) => [row.id, row.session_id]))
  })

  async function sessionOf(id: string): Promise<string | null | undefined> {
    const known = sessions.get(id)
    if (known && performance.now() - known.readAt < BELIEVED_MS) return known.sessionId
    const readAt = performance.now()
    const sessionId = await ask(id)
    sessions.set(id, { sessionId, readAt })
    return sessionId
  }

  return {
    identify: async (deps, token) => {
      const { sub, sid: sessionId } = await readToken(deps, 'node+jwt', token)
      const id = sub.toLowerCase()
      const current = await sessionOf(id)
      if (current === undefined) throw new Refusal('invalid_token', 'This node was removed by its operator.')
      if (current !== sessionId) {
        throw new Refusal('session_superseded', 'This node signed in again from elsewhere, or signed out.')
      }
      return { id, sessionId }
    },
  }
}
