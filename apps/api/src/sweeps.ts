import type { Logger } from 'pino'
import type { Deps } from './deps.ts'
import { forgetOldWindows } from './http/rate-limit.ts'
import { forgetEndedSessions, forgetExpiredChallenges } from './sessions/session-queries.ts'

const SWEEP_EVERY_MS = 60_000

/** Housekeeping. Every API process does it; each sweep is a plain delete, so doing it twice does no harm. */
export function startSweeps(deps: Deps, logger: Logger): () => void {
  const timer = setInterval(() => {
    // The loop's edge: a sweep that fails today is made good by the next.
    sweep(deps).catch((error) => logger.warn({ err: error }, 'sweep failed'))
  }, SWEEP_EVERY_MS)
  return () => clearInterval(timer)
}

export async function sweep({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await forgetOldWindows(db, now())
  await forgetExpiredChallenges(db, now())
  await forgetEndedSessions(db, now())
}
