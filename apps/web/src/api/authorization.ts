import { Refusal } from '@infra/protocol/refusal'
import { refreshTokens, type TokenSet } from '@infra/protocol/sessions'
import { callBare } from '../account/call-bare.ts'
import { logError } from '../diagnostics/log-error.ts'
import { clearTokens, isValid, keepTokens, rereadTokens, tokens } from './tokens.ts'

const LOCK = 'infra.refresh'

/** What each request says about who is asking. A token that has expired is renewed first. */
export async function authorizationHeader(): Promise<Record<string, string>> {
  const kept = tokens.get()
  const current = kept && !isValid(kept.accessToken, kept) ? await alone(() => renew()) : kept
  return current ? { authorization: headerOf(current) } : {}
}

/**
 * Sends a request, and once more with a new token where the network takes the one that looked good here for no good: its
 * keys may have changed. What is refused after that too is over.
 */
export function renewingFetch(send: typeof fetch): typeof fetch {
  return async (address, options) => {
    const response = await send(address, options)
    const headers = new Headers(options?.headers)
    const refused = headers.get('authorization')
    if (response.status !== 401 || !refused) return response
    const renewed = await alone(() => renew(refused)).catch(() => undefined)
    if (!renewed) return response
    headers.set('authorization', headerOf(renewed))
    const repeated = await send(address, { ...options, headers })
    if (repeated.status === 401) clearTokens()
    return repeated
  }
}

function headerOf({ tokenType, accessToken }: TokenSet): string {
  return `${tokenType} ${accessToken}`
}

async function renew(refused?: string) {
  // Whoever waited for the lock may find that another tab has done it.
  const kept = rereadTokens()
  if (!kept || (isValid(kept.accessToken, kept) && headerOf(kept) !== refused)) return kept
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
