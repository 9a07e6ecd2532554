import { Refusal } from '@infra/protocol/refusal'
import { refreshTokens } from '@infra/protocol/sessions'
import { logError } from '../log.ts'
import { callBare } from './call-bare.ts'
import { clearTokens, isValid, keepTokens, rereadTokens, tokens } from './tokens.ts'

const LOCK = 'infra.refresh'

/** What each request says about who is asking. A token that has expired is renewed first. */
export async function authorizationHeader(): Promise<Record<string, string>> {
  const kept = tokens.get()
  const current = kept && !isValid(kept.accessToken, kept) ? await alone(renew) : kept
  return current ? { authorization: `${current.tokenType} ${current.accessToken}` } : {}
}

async function renew() {
  // Whoever waited for the lock may find that another tab has done it.
  const kept = rereadTokens()
  if (!kept || isValid(kept.accessToken, kept)) return kept
  if (!isValid(kept.refreshToken, kept)) {
    clearTokens()
    return undefined
  }
  try {
    return keepTokens(await callBare(refreshTokens, { body: { token: kept.refreshToken } }))
  } catch (error) {
    logError('Failed to refresh token', error)
    // Nobody said no: the network is away or busy, and the token is as good as before when it is back.
    const unanswered =
      error instanceof Refusal && ['dependency_unavailable', 'rate_limited'].includes(error.code)
    if (unanswered) throw error
    clearTokens()
    return undefined
  }
}

let renewing: Promise<unknown> = Promise.resolve()

/** One at a time across all tabs; where the browser has no locks, at least within this one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work) as Promise<T>
  const mine = renewing.then(work, work)
  renewing = mine.catch(() => {})
  return mine
}
