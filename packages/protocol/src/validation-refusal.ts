import type { z } from 'zod'
import { type FieldProblem, Refusal } from './refusal.ts'

/** Describes what is wrong with each field, with the same words from the API and, before anything is sent, from the client. */
export function validationRefusal(error: z.core.$ZodError, root: '/' | '?'): Refusal {
  const errors = error.issues.flatMap((issue) => problemsOf(issue, root))
  const sentence = errors.length === 1 ? '1 field is not valid.' : `${errors.length} fields are not valid.`
  return new Refusal('validation_failed', sentence, { errors })
}

function problemsOf(issue: z.core.$ZodIssue, root: string): FieldProblem[] {
  const pointer = (path: PropertyKey[]) => {
    const parts = path.map((part) => escapePointer(String(part)))
    // RFC 6901: the whole document is the empty pointer, since `/` names a field whose name is empty.
    return root === '/' ? parts.map((part) => `/${part}`).join('') : root + parts.join('/')
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), message: 'is not known here' }))
  }
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.filter((branch) => !branch.some(isOfAnotherType))
    // What was given has the type of one alternative, so that one says what is wrong.
    if (meant.length === 1)
      return meant[0]!.flatMap((inner) =>
        problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, root),
      )
  }
  return [{ pointer: pointer(issue.path), message: issue.message }]
}

function isOfAnotherType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0
}

/** RFC 6901. */
function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
