import { FeedbackReport } from '@infra/protocol/feedback'
import { Refusal } from '@infra/protocol/refusal'
import { formatCount } from '@infra/protocol/values/format-count'
import { refusalMessages } from '../api/call.ts'
import { fileRefusalMessage } from '../form/problem-messages.ts'

type Field = keyof FeedbackReport

/** What is wrong, by field, phrased to follow its name. */
export type Problems = Partial<Record<Field, string>>

interface Refused {
  /** For the form as a whole. */
  sentence: string
  problems: Problems
}

/** A picture was refused because of its content. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

export function problemsOf(report: FeedbackReport): Problems {
  const checked = FeedbackReport.safeParse(report)
  if (checked.success) return {}
  return firstByField(checked.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })))
}

/** Tells the user why the report was refused. The draft always stays. */
export function refusedBy(error: unknown): Refused {
  if (error instanceof PictureRefused) {
    return { sentence: '', problems: { screenshots: fileRefusalMessage(error.cause, 'image') } }
  }
  if (!(error instanceof Refusal)) return { sentence: refusalMessages.internal_error, problems: {} }
  const problems = firstByField(
    error.errors.map(({ pointer, message }) => ({ field: pointer.split('/')[1] ?? '', message })),
  )
  return { sentence: sentenceFor(error), problems }
}

function sentenceFor({ code, retryAfterSeconds }: Refusal): string {
  switch (code) {
    case 'rate_limited':
      return retryAfterSeconds
        ? `Too many reports in a short time. Your draft is saved; send it in ${formatCount(retryAfterSeconds, 'second')}.`
        : 'Too many reports in a short time. Your draft is saved; send it in a minute.'
    case 'dependency_unavailable':
      return 'Infra can’t take reports right now. Your draft is saved; try again in a moment.'
    case 'validation_failed':
      return 'Some fields need fixing.'
    default:
      return refusalMessages[code]
  }
}

function firstByField(found: { field: string; message: string }[]): Problems {
  const problems: Problems = {}
  for (const { field, message } of found) {
    if (isField(field)) problems[field] ??= message
  }
  return problems
}

function isField(name: string): name is Field {
  return name in FeedbackReport.shape
}
