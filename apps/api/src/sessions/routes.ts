import { Refusal } from '@infra/protocol/refusal'
import * as protocol from '@infra/protocol/sessions'
import type { FastifyInstance } from 'fastify'
import type { Hex } from 'viem'
import { readToken } from '../auth/tokens.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readAddress } from '../users/read-address.ts'
import { exchangeSignature } from './exchange-signature.ts'
import { presentSession } from './present-session.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { requestChallenge } from './request-challenge.ts'
import { listLiveSessions, revokeSession, revokeSessionsOf } from './session-queries.ts'

export function sessionRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, protocol.requestChallenge, ({ body }) =>
    requestChallenge(deps, readAddress(body.userId)),
  )

  route(server, deps, protocol.exchangeSignature, ({ body, userAgent }) =>
    exchangeSignature(deps, {
      address: readAddress(body.userId),
      signature: body.signature as Hex,
      userAgent,
    }),
  )

  route(server, deps, protocol.refreshTokens, ({ body }) => refreshTokens(deps, body.token))

  route(server, deps, protocol.signOut, async ({ body }) => {
    // A caller whose token is no longer valid is already signed out.
    const claims = await readToken(deps, 'refresh+jwt', body.token).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (!claims) return
    await revokeSession(deps.db, claims.sid, deps.now())
    // Closes this session's streams, here and in the other processes.
    deps.notifications.publish('session', claims.sid)
  })

  route(server, deps, protocol.listSessions, async ({ caller }) => {
    const rows = await listLiveSessions(deps.db, caller.address, deps.now())
    return { items: rows.map((row) => presentSession(row, caller.sessionId)) }
  })

  route(server, deps, protocol.signOutEverywhere, async ({ caller }) => {
    for (const id of await revokeSessionsOf(deps.db, caller.address, deps.now()))
      deps.notifications.publish('session', id)
  })
}
