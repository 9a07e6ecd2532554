import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from '../api/call.ts'
import { formatCredits } from '../jobs/format-credits.ts'

export interface OrderRefusal {
  /** For the form as a whole. */
  sentence: string
  /** Per field, phrased to follow the label. */
  problems: Record<string, string>
  /** Retrying earlier is useless. */
  retryAfterSeconds: number | undefined
}

/** Why an order was refused. The draft always stays, and nothing is charged. */
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
        ? 'You don’t have enough credits for this. Your draft is saved.'
        : `This costs ${formatCredits(price)}; you have ${available.toLocaleString('en')}. Your draft is saved.`
    case 'app_unavailable':
      return 'This app is unavailable right now. You weren’t charged, and your draft is saved.'
    case 'input_expired':
      return 'A file has expired. Choose it again above.'
    case 'validation_failed':
    case 'input_kind':
      return 'Some fields need fixing. They’re marked above.'
    case 'payload_too_large':
      return 'That’s too much text. Shorten the longest field.'
    case 'rate_limited':
      return 'Too many orders in a short time. Your draft is saved.'
    case 'dependency_unavailable':
      return 'Infra isn’t responding. Your draft is saved. Retrying won’t charge you twice.'
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
