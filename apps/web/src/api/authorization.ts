import { Refusal } from '@infra/protocol/refusal'
import type { TokenSet } from '@infra/protocol/sessions'
import { logError } from '../diagnostics/log-error.ts'
import { clearTokens, isValid, keepTokens, rereadTokens, tokens } from './tokens.ts'

const LOCK = 'infra.refresh'

/**
 * What requests say about who is asking. How a new token is asked for is handed in, since that is itself a call of the
 * client that this is for.
 */
export function createAuthorization(refresh: (refreshToken: string) => Promise<TokenSet>) {
  /** For the header of a request. A token that has expired is renewed first. */
  async function authorizationHeader(): Promise<Record<string, string>> {
    const current = tokens.get()
    const valid =
      current && !isValid(current.accessToken, current) ? await alone(() => renew(refresh)) : current
    return valid ? { authorization: headerOf(valid) } : {}
  }

  /**
   * Sends a request, and once more with a new token where the API refuses the one that looked valid here: its keys may
   * have changed. Refused with the new one too, the person is signed out.
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
  // Another tab may have done it while this one waited for the lock.
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
 * Nobody has said no: there was no answer at all, or one that asks to come again later. The token is as good as before then
 * (decision 11). Any other answer is a failed refresh.
 */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const { code, status } = error
  return status === undefined ? code === 'dependency_unavailable' : status === 429 || status === 503
}

let renewing: Promise<unknown> = Promise.resolve()

/** One at a time across all tabs; where the browser has no locks, at least within this one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work) as Promise<T>
  const mine = renewing.then(work, work)
  renewing = mine.catch(() => {})
  return mine
}
