import { Refusal } from '@infra/protocol/refusal'
import { words } from '../api.ts'

/** Why something was not done. What the API says of a field comes first: it is the more exact. */
export function refusalSentence(error: unknown): string {
  if (!(error instanceof Refusal)) return words.internal_error
  const [problem] = error.errors
  return problem ? `It ${problem.message}.` : words[error.code]
}
