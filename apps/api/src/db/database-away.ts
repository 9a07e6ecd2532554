/**
 * PostgreSQL's codes for "not now": shutting down, starting up, too many connections, disk or memory full, read-only after a failover, a
 * transaction that it considered abandoned.
 */
const AWAY_STATES = new Set([
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006'],
  ...['53100', '53200', '58030', '25006', '25P03'],
])
/** Those of a connection. The same codes mean something else where a file is opened or a program started. */
const CONNECTION_CALLS = new Set(['getaddrinfo', 'connect', 'read', 'write'])
const AWAY_SYSTEM_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
])
const AWAY_SENTENCES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/

/** Whether an error means that the database can't be reached, rather than that a query was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Drizzle wraps what the driver threw, and Node.js bundles the errors of several addresses.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  const code = 'code' in error ? String(error.code) : ''
  if (AWAY_STATES.has(code) || AWAY_SENTENCES.test(error.message)) return true
  if ('syscall' in error && CONNECTION_CALLS.has(String(error.syscall)) && AWAY_SYSTEM_ERRORS.has(code))
    return true
  return isDatabaseAway(error.cause)
}
