import { randomUUID } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import type { TokenSet } from '@infra/protocol/sessions'
import { readToken } from '../auth/tokens.ts'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { issueTokens } from './issue-tokens.ts'
import { insertAuditEvent, lockSession, replaceRefreshId, revokeSession } from './session-queries.ts'
import { refreshOutcome } from './session-rules.ts'

/** Replaces a refresh token with its successor. If a token is used that was replaced long ago, it was stolen, and the session ends. */
export async function refreshTokens(deps: Deps, token: string): Promise<TokenSet> {
  const { sid, jti } = await readToken(deps, 'refresh+jwt', token)
  // Refuse after the commit, because throwing inside would roll the revocation back.
  const result = await transaction(deps.db, (tx) => decide(tx, { sid, jti, now: deps.now() }))
  if (result instanceof Refusal) {
    if (result.code === 'refresh_reused') deps.notifications.publish('session', sid)
    throw result
  }
  return issueTokens(deps, result)
}

async function decide(tx: Db, { sid, jti, now }: { sid: string; jti: string; now: Date }) {
  const session = await lockSession(tx, sid)
  const outcome = refreshOutcome(session, jti, now)
  if (outcome === 'unknown') return new Refusal('invalid_token', 'This session has ended. Sign in again.')
  if (outcome === 'reused') {
    await revokeSession(tx, sid, now)
    await insertAuditEvent(tx, {
      at: now,
      kind: 'refresh_reused',
      address: session!.address,
      details: { sid },
    })
    return new Refusal(
      'refresh_reused',
      'This token was used before, so its session was ended. Sign in again.',
    )
  }
  // A repeated request gets the same successor as the first one.
  if (outcome === 'repeat') return session!
  const refreshId = randomUUID()
  await replaceRefreshId(tx, session!, { refreshId, now })
  return { ...session!, refreshId }
}
