import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { backoffMs, pause } from '@infra/weights/backoff'

/** Errors that are worth a retry: the API restarts, the connection breaks, a disk is being cleaned up. */
const passing: readonly ErrorCode[] = [
  'conflict',
  'dependency_unavailable',
  'internal_error',
  'rate_limited',
  'request_timeout',
  'storage_full',
]

export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return passing.includes(error.code)
  // Our own deadline.
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Between tries of an idle node, which is in no hurry. */
export const IDLE_BACKOFF_MS_MAX = 30_000

/** Between tries under a lease, which lapses. */
export const LEASED_BACKOFF_MS_MAX = 5_000

/** How long to wait after the `tries`th failure, and not less than the API asks for. */
export function waitMs(error: unknown, tries: number, maxMs: number): number {
  const requestedMs = error instanceof Refusal ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(Math.min(requestedMs, maxMs), backoffMs(tries, maxMs))
}

/** A bug in the API may fail every time, and must not block a slot forever. */
const MISTAKES_MAX = 10

/** Tries until it succeeds, is refused for good, or is no longer wanted. */
export async function untilAnswered<T>(
  attempt: () => Promise<T>,
  {
    signal,
    maxMs,
    onWait,
  }: { signal: AbortSignal; maxMs: number; onWait?: (error: unknown, ms: number) => void },
): Promise<T> {
  let mistakes = 0
  for (let tries = 1; ; tries += 1) {
    try {
      signal.throwIfAborted()
      return await attempt()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof Refusal && error.code === 'internal_error') mistakes += 1
      if (!isPassing(error) || mistakes >= MISTAKES_MAX) throw error
      const ms = waitMs(error, tries, maxMs)
      onWait?.(error, ms)
      await pause(ms, signal).catch(() => {})
    }
  }
}
