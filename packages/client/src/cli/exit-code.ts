import { InfraError, JobError } from '../infra-error.ts'
import { exitCodes, UsageError } from './shell.ts'

/** The exit codes that scripts rely on. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || isFileError(error)) return exitCodes.usage
  if (error instanceof JobError) return error.code === 'expired' ? exitCodes.unserved : exitCodes.failed
  if (!(error instanceof InfraError)) return exitCodes.failed
  if (error.code === 'app_unavailable') return exitCodes.unserved
  const { status } = error
  if (status === 401 || status === 403) return exitCodes.key
  if (status === 402) return exitCodes.credits
  // Too many requests, so a later try may succeed.
  if (status === undefined || status === 429 || status >= 500) return exitCodes.unreachable
  return exitCodes.usage
}

/** The error message for the user. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const fields = error instanceof InfraError ? error.errors : []
  // The user knows a field by its option.
  const lines = fields.map(({ pointer, message }) => `  ${pointer.replace(/^\/input\//, '--')} ${message}`)
  return [error.message, ...lines].join('\n')
}

/** A file that can't be read or written, or an option that `parseArgs` doesn't know. */
function isFileError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' && /^(ENOENT|EACCES|EISDIR|ENOTDIR|EROFS|ENOSPC|ERR_PARSE_ARGS_\w+)$/.test(code)
  )
}
