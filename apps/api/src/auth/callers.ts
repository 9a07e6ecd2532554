import { hash } from 'node:crypto'
import type { Caller } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { isApiKey, isMeantAsApiKey, type KeyScope } from '@infra/protocol/values/api-key'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { type CallingKey, keyEnded } from './api-keys.ts'
import { isWithin } from './key-networks.ts'
import type { NodeOffer } from './node-sessions.ts'
import { kindOf, readToken } from './tokens.ts'

export interface Account {
  /** In lowercase, as stored. */
  address: string
  /** Undefined if an API key calls. */
  sessionId: string | undefined
  /** The API key that calls in their name. Only endpoints with a scope accept one. */
  key: CallingKey | undefined
}

interface Node extends NodeOffer {
  /** The address of its key, in lowercase. */
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

/** How many unknown keys one network may try before such calls are refused for the rest of the minute. */
const UNKNOWN_KEYS = { count: 60, seconds: 60 }

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
  if (isMeantAsApiKey(token)) return identifyKey(deps, request, token)
  await refuseNode(deps, token)
  const { sid } = await readToken(deps, 'access+jwt', token)
  const session = await deps.accountSessions(sid)
  if (!session || session.expiresAt <= deps.now())
    throw new Refusal('invalid_token', 'This session has ended. Sign in again.')
  return { address: session.address, sessionId: sid, key: undefined }
}

async function identifyKey(deps: Deps, request: FastifyRequest, token: string): Promise<Account> {
  const key = isApiKey(token) ? await deps.apiKeys.find(hash('sha256', token)) : undefined
  if (!key) {
    // Nobody can guess 178 bits, but trying costs us work.
    await deps.rateLimiter('unknown API key', UNKNOWN_KEYS)(networkOf(request.ip), deps.now())
    throw keyEnded()
  }
  if (key.expiresAt <= deps.now()) throw keyEnded()
  const scope = request.routeOptions.config.endpoint?.scope
  if (!scope)
    throw new Refusal('forbidden', 'This endpoint is for people who are signed in, not for API keys.')
  if (key.networks && !isWithin(key.networks, request.ip)) {
    throw new Refusal('network_refused', `This API key may not be used from ${networkOf(request.ip)}.`)
  }
  if (scope !== 'any') requireScope(key, scope)
  deps.apiKeys.noteUse(key, networkOf(request.ip), deps.now())
  return { address: key.address, sessionId: undefined, key }
}

export function requireScope(key: CallingKey, scope: KeyScope): void {
  if (key.scopes.includes(scope)) return
  throw new Refusal('scope_missing', `This API key lacks the scope "${scope}".`)
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A node that calls an endpoint for people is authenticated but not allowed there, and the refusal says so. */
async function refuseNode(deps: Deps, token: string): Promise<void> {
  if (kindOf(token) !== 'node+jwt') return
  await readToken(deps, 'node+jwt', token)
  throw new Refusal('forbidden', 'This endpoint is for people, not for nodes.')
}
