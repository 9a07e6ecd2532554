import { API_KEY_PATTERN } from '@infra/protocol/values/api-key'
import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

/** One line of JSON per event. Headers, bodies and query strings are never logged: they carry tokens and private texts. */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: logLevel,
      // Whatever may get logged in the future, no line contains an API key.
      hooks: { streamWrite: (line) => line.replaceAll(API_KEY_PATTERN, 'infra_sk_…') },
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        // A driver's error contains the values of the row. The stack and the code are enough.
        err: (error: Error & { code?: unknown }) => ({
          name: error.name,
          code: error.code,
          stack: stackOf(error),
        }),
      },
    },
    destination ?? pino.destination(1),
  )
}

function stackOf(error: Error): string {
  const own = (error.stack ?? '').replace(error.message, () => messageOf(error))
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own
}

/** Drizzle and PostgreSQL both quote the values of a failed query: private texts, perhaps tokens. */
function messageOf(error: Error & { query?: string }): string {
  if (error.query) return `failed query: ${error.query}`
  if (!(error instanceof pg.DatabaseError)) return error.message
  return [`SQLSTATE ${error.code}`, error.table, error.column, error.constraint].filter(Boolean).join(' ')
}
