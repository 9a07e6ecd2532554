import { exchangeSignature, requestChallenge, signOut, type TokenSet } from '@infra/protocol/sessions'
import type { Address } from '@infra/protocol/values/address'
import { call } from '../api/call.ts'
import { logError } from '../diagnostics/log-error.ts'

/** Signs the message and exchanges the signature for tokens; returns undefined if they're no longer wanted. */
export async function obtainTokens(
  userId: string,
  sign: (message: string) => Promise<string>,
  isWanted: () => boolean,
): Promise<TokenSet | undefined> {
  const user = { userId: userId as Address }
  try {
    const { message } = await call(requestChallenge, { body: user })
    const signature = await sign(message)
    // The account changed or the user stopped waiting, so the signature is not used.
    if (!isWanted()) return undefined
    const set = await call(exchangeSignature, { body: { ...user, signature } })
    if (isWanted()) return set
    await giveBack(set)
    return undefined
  } catch (error) {
    if (isWanted()) logError('Failed to authenticate', error)
    throw error
  }
}

export function giveBack({ refreshToken }: TokenSet): Promise<void> {
  return call(signOut, { body: { token: refreshToken } })
}
