import type { Deps } from '../../deps.ts'
import { findRequest } from './mandate-queries.ts'
import { outcomeOf } from './mandate-rules.ts'

/**
 * Waits until the request of this code is answered, this many seconds at most, or until one of the signals says that nobody waits any more.
 */
export async function waitForOutcome(
  { db, now, notifications }: Pick<Deps, 'db' | 'now' | 'notifications'>,
  code: string,
  { seconds, signals }: { seconds: number; signals: AbortSignal[] },
): Promise<void> {
  const signal = AbortSignal.any([AbortSignal.timeout(seconds * 1000), ...signals])
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const stop = notifications.subscribe('mandate', (answered) => {
    if (answered === code) end()
  })
  signal.addEventListener('abort', () => end())
  try {
    // It may have been answered before we subscribed.
    const request = await findRequest(db, code)
    if (signal.aborted || !request || outcomeOf(request, now()) !== 'waiting') return
    await over
  } finally {
    stop()
  }
}
