import { Refusal } from '@infra/protocol/refusal'
import type { TokenSet } from '@infra/protocol/sessions'
import { logError } from '../diagnostics/log-error.ts'
import { clearTokens, isValid, keepTokens, rereadTokens, tokens } from './tokens.ts'

const LOCK = 'infra.refresh'

/**
 * What requests say about who is asking. The function that gets a new token is a parameter, because it's itself a call of the client that
 * this is for.
 */
export function createAuthorization(refresh: (refreshToken: string) => Promise<TokenSet>) {
  /** The value of a request's header. An expired token is renewed first. */
  async function authorizationHeader(): Promise<Record<string, string>> {
    const current = tokens.get()
    const valid =
      current && !isValid(current.accessToken, current) ? await alone(() => renew(refresh)) : current
    return valid ? { authorization: headerOf(valid) } : {}
  }

  /**
   * Sends a request, and again with a new token if the API refuses one that looked valid here, since its keys may have changed. If the new
   * one is refused too, the person is signed out.
   */
  function renewingFetch(send: typeof fetch): typeof fetch {
    return async (address, options) => {
      const response = await send(address, options)
      const headers = new Headers(options?.headers)
      const refused = headers.get('authorization')
      if (response.status !== 401 || !refused) return response
      const renewed = await alone(() => renew(refresh, refused)).catch(() => undefined)
      if (!renewed) return response
      headers.set('authorization', headerOf(renewed))
      const repeated = await send(address, { ...options, headers })
      if (repeated.status === 401) clearTokens()
      return repeated
    }
  }

  return { authorizationHeader, renewingFetch }
}

function headerOf({ tokenType, accessToken }: TokenSet): string {
  return `${tokenType} ${accessToken}`
}

async function renew(refresh: (refreshToken: string) => Promise<TokenSet>, refused?: string) {
  // Another tab may have renewed it while this one waited for the lock.
  const current = rereadTokens()
  if (!current || (isValid(current.accessToken, current) && headerOf(current) !== refused)) return current
  if (!isValid(current.refreshToken, current)) {
    clearTokens()
    return undefined
  }
  try {
    return keepTokens(await refresh(current.refreshToken))
  } catch (error) {
    logError('Failed to refresh token', error)
    if (isUnanswered(error)) throw error
    clearTokens()
    return undefined
  }
}

/**
 * Whether there was no refusal: no response at all, or one that asks to come back later. Then the token is as good as before (decision 11).
 * Any other response is a failed refresh.
 */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const { code, status } = error
  return status === undefined ? code === 'dependency_unavailable' : status === 429 || status === 503
}

let renewing: Promise<unknown> = Promise.resolve()

/** One at a time across all tabs; if the browser has no locks, at least within this one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work) as Promise<T>
  const mine = renewing.then(work, work)
  renewing = mine.catch(() => {})
  return mine
}
