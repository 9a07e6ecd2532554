import { TOKENS_KEY } from './tokens-key.ts'

/** The same header for requests that are made without the protocol's client. Visitors don't have one, and load no code for it. */
export async function lightAuthorization(): Promise<Record<string, string>> {
  if (!hasTokens()) return {}
  const { authorizationHeader } = await import('./call.ts')
  return authorizationHeader()
}

/** Like `renewingFetch`, but its code is only loaded if someone is signed in. */
export function lightRenewingFetch(send: typeof fetch): typeof fetch {
  return async (address, options) => {
    if (!new Headers(options?.headers).has('authorization')) return send(address, options)
    const { renewingFetch } = await import('./call.ts')
    return renewingFetch(send)(address, options)
  }
}

function hasTokens(): boolean {
  try {
    return localStorage.getItem(TOKENS_KEY) !== null
  } catch {
    // Without storage they're in memory, and the code that keeps them there is already loaded.
    return true
  }
}
