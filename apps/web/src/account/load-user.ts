import type { Output } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { getMe } from '@infra/protocol/users'
import { call } from '../api/call.ts'
import { clearTokens } from '../api/tokens.ts'
import { logError } from '../diagnostics/log-error.ts'

/** The user that the tokens belong to. A failure is logged and thrown. */
export async function loadUser(): Promise<Output<typeof getMe>> {
  try {
    return await call(getMe)
  } catch (error) {
    logError('Failed to load the user', error)
    // The session was ended in another place.
    if (error instanceof Refusal && error.code === 'invalid_token') clearTokens()
    throw error
  }
}
