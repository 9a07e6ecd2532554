import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from './call.ts'

/** Why something was not done, for screens without a more specific message. */
export function errorMessage(error: unknown): string {
  return refusalMessages[error instanceof Refusal ? error.code : 'internal_error']
}
