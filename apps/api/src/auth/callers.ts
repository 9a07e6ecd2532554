import type { Caller } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { NodeOffer } from './node-sessions.ts'
import { kindOf, readToken } from './tokens.ts'

interface Account {
  /** In lower case, as it is stored. */
  address: string
  sessionId: string
}

interface Node extends NodeOffer {
  /** The address of its key, in lower case. */
  id: string
  sessionId: string
}

/** The identified caller, for each kind of caller in the protocol. */
export interface Callers {
  anyone: undefined
  guest: Account | undefined
  account: Account
  node: Node
  moderator: Account
}

/** The one place where a caller is identified. */
export const identify: {
  [C in Caller]: (deps: Deps, request: FastifyRequest) => Promise<Callers[C]>
} = {
  anyone: async () => undefined,
  guest: async (deps, request) =>
    request.headers.authorization === undefined ? undefined : identifyAccount(deps, request),
  account: identifyAccount,
  node: identifyNode,
  moderator: async (deps, request) => {
    const account = await identifyAccount(deps, request)
    if (!deps.config.moderators.has(account.address))
      throw new Refusal('forbidden', 'Only moderators may do this.')
    return account
  },
}

async function identifyNode(deps: Deps, request: FastifyRequest): Promise<Node> {
  const token = bearerOf(request)
  if (!token) throw new Refusal('unauthenticated', 'Sign in as a node first.')
  return deps.nodeSessions.identify(deps, token)
}

async function identifyAccount(deps: Deps, request: FastifyRequest): Promise<Account> {
  const token = bearerOf(request)
  if (!token) throw new Refusal('unauthenticated', 'Sign in first.')
  await refuseNode(deps, token)
  const { sid } = await readToken(deps, 'access+jwt', token)
  const session = await deps.accountSessions(sid)
  if (!session || session.expiresAt <= deps.now())
    throw new Refusal('invalid_token', 'This session has ended. Sign in again.')
  return { address: session.address, sessionId: sid }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A node that calls an endpoint for people is authenticated but not allowed, and the refusal says so. */
async function refuseNode(deps: Deps, token: string): Promise<void> {
  if (kindOf(token) !== 'node+jwt') return
  await readToken(deps, 'node+jwt', token)
  throw new Refusal('forbidden', 'This endpoint is for people, not for nodes.')
}
