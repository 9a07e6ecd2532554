import type { TokenSet } from '@infra/protocol/sessions'
import { getAddress, type Hex } from 'viem'
import { signToken } from '../auth/tokens.ts'
import type { Deps } from '../deps.ts'
import { ACCESS_MS, REFRESH_MS } from './session-rules.ts'

/** New tokens for a session. They never outlive it. */
export async function issueTokens(
  deps: Pick<Deps, 'config' | 'keys' | 'now'>,
  session: { id: string; address: string; refreshId: string; expiresAt: Date },
): Promise<TokenSet> {
  const until = (ms: number) => new Date(Math.min(deps.now().getTime() + ms, session.expiresAt.getTime()))
  const claims = { sub: getAddress(session.address as Hex), sid: session.id, jti: session.refreshId }
  return {
    accessToken: await signToken(deps, 'access+jwt', claims, until(ACCESS_MS)),
    refreshToken: await signToken(deps, 'refresh+jwt', claims, until(REFRESH_MS)),
    tokenType: 'Bearer',
  }
}
