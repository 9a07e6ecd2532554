import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from '../api/call.ts'
import { formatCredits } from '../jobs/format-credits.ts'

export interface OrderRefusal {
  /** For the form as a whole. */
  sentence: string
  /** Per field, phrased to follow the label. */
  problems: Record<string, string>
  /** A retry before that is of no use. */
  retryAfterSeconds: number | undefined
}

/** Why an order was refused. In every case the draft stays and nothing is charged. */
export function orderRefusal(
  error: unknown,
  { price, available }: { price?: number; available?: number },
): OrderRefusal {
  if (!(error instanceof Refusal)) {
    return { sentence: refusalMessages.internal_error, problems: {}, retryAfterSeconds: undefined }
  }
  return {
    sentence: sentenceFor(error, { price, available }),
    problems: problemsIn(error),
    retryAfterSeconds: error.retryAfterSeconds,
  }
}

function sentenceFor(refusal: Refusal, { price, available }: { price?: number; available?: number }): string {
  switch (refusal.code) {
    case 'insufficient_credits':
      return price === undefined || available === undefined
        ? 'You do not have enough credits for this. Your draft is kept.'
        : `This costs ${formatCredits(price)}; you have ${available.toLocaleString('en')}. Your draft is kept.`
    case 'app_unavailable':
      return 'No node runs this app right now. Nothing was charged; your draft is kept.'
    case 'input_expired':
      return 'A file is no longer kept. Choose it again, above.'
    case 'validation_failed':
    case 'input_kind':
      return 'The network did not take the form as it is; what is wrong is marked above.'
    case 'payload_too_large':
      return 'The form is larger than the network takes. Shorten what is longest.'
    case 'rate_limited':
      return 'That was too often in a short time. Your draft is kept.'
    case 'dependency_unavailable':
      return 'The network does not answer right now. Your draft is kept; sent again, it is still one job.'
    default:
      return refusalMessages[refusal.code]
  }
}

function problemsIn({ errors }: Refusal): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { pointer, message } of errors) {
    const name = /^\/input\/([^/]+)/.exec(pointer)?.[1]
    if (name) problems[name] ??= message
  }
  return problems
}
