import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

/** One JSON line an event. Headers, bodies and query strings never reach it: they carry tokens and people's words. */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: logLevel,
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        // A driver's error carries the row's values; a stack and a code are what a developer needs.
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

/** Drizzle puts the parameters of a failed query into its message: people's words, perhaps tokens. */
function stackOf(error: Error & { query?: string }): string {
  const stack = error.stack ?? ''
  const own = error.query ? stack.replace(error.message, () => `failed query: ${error.query}`) : stack
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own
}
