import { deleteMe, exportMe } from '@infra/protocol/users'
import type { FastifyInstance } from 'fastify'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { presentSession } from '../sessions/present-session.ts'
import { insertAuditEvent, listLiveSessions } from '../sessions/session-queries.ts'
import { foundUser } from '../users/found-user.ts'
import { presentMe } from '../users/present-user.ts'
import { deleteUser, findUser } from '../users/user-queries.ts'

/** What concerns all that is kept about a person, in whichever room. */
export function accountRoutes(server: FastifyInstance, deps: Deps): void {
  const { config, db, now } = deps

  route(server, deps, exportMe, async ({ caller }) => {
    const row = foundUser(await findUser(db, caller.address))
    const sessions = await listLiveSessions(db, caller.address, now())
    return {
      exportedAt: now(),
      account: presentMe(config, row),
      sessions: sessions.map((session) => presentSession(session, caller.sessionId)),
    }
  })

  route(server, deps, deleteMe, ({ caller }) =>
    transaction(db, async (tx) => {
      // The sessions go with the account.
      await deleteUser(tx, caller.address)
      await insertAuditEvent(tx, { at: now(), kind: 'account_deleted', address: caller.address, details: {} })
    }),
  )
}
