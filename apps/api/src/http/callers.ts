import type { Caller } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Who came through, by the protocol's own word for it. */
export interface Callers {
  anyone: undefined
  account: { address: string }
  node: { id: string }
  moderator: { address: string }
}

/** The one place where a caller is identified. Nobody can sign in yet, so every guarded door is shut. */
export const identify: {
  [C in Caller]: (deps: Deps, request: FastifyRequest) => Promise<Callers[C]>
} = {
  anyone: async () => undefined,
  account: refuseUnauthenticated,
  node: refuseUnauthenticated,
  moderator: refuseUnauthenticated,
}

async function refuseUnauthenticated(): Promise<never> {
  throw new Refusal('unauthenticated', 'Sign in first.')
}
