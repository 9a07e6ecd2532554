import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from '../api/call.ts'

/** Tells the user why signing in didn't work. */
export function signInMessage(error: unknown): string {
  if (error instanceof Refusal) return refusalMessages[error.code]
  if (isRejection(error)) return 'You did not sign the message. Sign in whenever you are ready.'
  return 'The wallet could not sign the message. Try again.'
}

/** EIP-1193: the user declined. Libraries wrap what the wallet threw. */
function isRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === 4001 || isRejection(cause)
}
