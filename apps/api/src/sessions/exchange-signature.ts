import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import type { TokenSet } from '@infra/protocol/sessions'
import { type Hex, hashMessage } from 'viem'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { openAccount } from '../ledger/open-account.ts'
import { RPC_MS_MAX } from '../rpc-ms-max.ts'
import { ensureUser } from '../users/user-queries.ts'
import { isSignedBy } from './is-signed-by.ts'
import { issueTokens } from './issue-tokens.ts'
import { insertSession, listChallenges, useChallenge } from './session-queries.ts'
import { isOpen, SESSION_MS } from './session-rules.ts'

const USER_AGENT_LENGTH_MAX = 256

/** Signs in the person who has the key of `address`. The first time, this creates the account. */
export async function exchangeSignature(
  deps: Deps,
  order: { address: Hex; signature: Hex; userAgent: string },
): Promise<TokenSet> {
  const { db, now } = deps
  const nonce = await findSignedChallenge(deps, order)
  const session = {
    id: randomUUIDv7(),
    address: order.address,
    createdAt: now(),
    refreshedAt: now(),
    expiresAt: new Date(now().getTime() + SESSION_MS),
    refreshId: randomUUID(),
    userAgent: order.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
  }
  await transaction(db, async (tx) => {
    if (!(await useChallenge(tx, nonce, now()))) throw usedBefore()
    await ensureUser(tx, { address: order.address, createdAt: now() })
    await openAccount(tx, order.address)
    await insertSession(tx, session)
  })
  return issueTokens(deps, session)
}

/** Finds which open challenge of this address was signed. The caller doesn't say which, and so can't lie about it. */
async function findSignedChallenge(
  deps: Deps,
  { address, signature }: { address: Hex; signature: Hex },
): Promise<string> {
  const challenges = await listChallenges(deps.db, address)
  if (challenges.length === 0) throw new Refusal('nonce_invalid', 'Ask for a message to sign first.')
  const deadline = AbortSignal.timeout(RPC_MS_MAX)
  for (const challenge of challenges) {
    const proof = { address, signature, hash: hashMessage(challenge.message) }
    if (!(await isSignedBy(deps, proof, deadline))) continue
    if (challenge.usedAt) throw usedBefore()
    if (!isOpen(challenge, deps.now())) {
      throw new Refusal('challenge_expired', 'The message was signed too late. Sign in again.')
    }
    return challenge.nonce
  }
  throw new Refusal(
    'signature_invalid',
    'This is not the signature of this address over the message it was given.',
  )
}

function usedBefore(): Refusal {
  return new Refusal('nonce_used', 'This signature was used before. Sign in again.')
}
