import { Refusal } from '@infra/protocol/refusal'
import { words } from '../api.ts'

/** Why something was not done, for whoever has no better words. */
export function wordsFor(error: unknown): string {
  return words[error instanceof Refusal ? error.code : 'internal_error']
}
