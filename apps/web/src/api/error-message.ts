import { Refusal } from '@infra/protocol/refusal'
import { words } from '../api.ts'

/** Why something was not done, for screens without a more specific message. */
export function errorMessage(error: unknown): string {
  return words[error instanceof Refusal ? error.code : 'internal_error']
}
