import type { Caller } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { sessions } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { readToken } from './tokens.ts'

interface Account {
  /** Lower case, as it is kept. */
  address: string
  sessionId: string
}

/** Who came through, by the protocol's own word for it. */
export interface Callers {
  anyone: undefined
  account: Account
  node: { id: string }
  moderator: Account
}

/** The one place where a caller is identified. No node can enrol yet, so their doors are shut. */
export const identify: {
  [C in Caller]: (deps: Deps, request: FastifyRequest) => Promise<Callers[C]>
} = {
  anyone: async () => undefined,
  account: identifyAccount,
  node: async () => {
    throw new Refusal('unauthenticated', 'Sign in as a node first.')
  },
  moderator: async (deps, request) => {
    const account = await identifyAccount(deps, request)
    if (!deps.config.moderators.has(account.address))
      throw new Refusal('forbidden', 'Only moderators may do this.')
    return account
  },
}

async function identifyAccount(deps: Deps, request: FastifyRequest): Promise<Account> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('unauthenticated', 'Sign in first.')
  const { sid } = await readToken(deps, 'access+jwt', token)
  // A token outlives the session it came from by minutes; the session decides.
  const [session] = await deps.db
    .select({ address: sessions.address })
    .from(sessions)
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt), gt(sessions.expiresAt, deps.now())))
  if (!session) throw new Refusal('invalid_token', 'This session has ended. Sign in again.')
  return { address: session.address, sessionId: sid }
}
