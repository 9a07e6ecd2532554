import { Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from './call.ts'

/** Tells the user why something wasn't done, and which fields are wrong. */
export function describeRefusal(error: unknown): { sentence: string; fields: Record<string, string> } {
  if (!(error instanceof Refusal)) return { sentence: refusalMessages.internal_error, fields: {} }
  const fields: Record<string, string> = {}
  for (const { pointer, message } of error.errors) fields[pointer.slice(1)] ??= message
  return { sentence: refusalMessages[error.code], fields }
}
