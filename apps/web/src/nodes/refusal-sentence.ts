import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from '../api/call.ts'

/** Why something was not done. The message about a field comes first, since it is more specific. */
export function refusalSentence(error: unknown): string {
  if (!(error instanceof Refusal)) return refusalMessages.internal_error
  const [problem] = error.errors
  return problem ? `It ${problem.message}.` : refusalMessages[error.code]
}
