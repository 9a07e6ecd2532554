import { Refusal } from '@infra/protocol/refusal'
import { words } from '../api.ts'

/** Why something was not done. The message about a field comes first, since it is more specific. */
export function refusalSentence(error: unknown): string {
  if (!(error instanceof Refusal)) return words.internal_error
  const [problem] = error.errors
  return problem ? `It ${problem.message}.` : words[error.code]
}
