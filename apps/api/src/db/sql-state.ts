/** Two rows with the same key. */
export const UNIQUE_VIOLATION = '23505'

/** A row refers to one that is gone. */
export const FOREIGN_KEY_VIOLATION = '23503'

/** The statement took too long. */
export const QUERY_CANCELED = '57014'

/** PostgreSQL's five-character error code, wherever it is in the chain of causes: Drizzle wraps what the driver threw. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause)
}

/** The constraint that was violated, if one was. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'constraint' in error ? String(error.constraint) : constraintOf(error.cause)
}
