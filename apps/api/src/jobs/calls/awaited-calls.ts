import type { Db } from '../../db/client.ts'
import { type CallEnd, endCall, renewCalls } from './call-queries.ts'

/** Often enough that a job stays wanted even if one renewal fails. */
const RENEW_EVERY_MS = 5_000

export interface AwaitedCalls {
  /** Keeps a job wanted until the caller reports how the request that waits for it ended. */
  begin: (jobId: string) => (end: CallEnd | 'closing') => void
  close: () => void
}

/** The jobs that requests at this process wait for; one statement keeps all of them wanted. */
export function openAwaitedCalls({ db }: { db: Db }, onError: (error: unknown) => void): AwaitedCalls {
  const waiters = new Map<string, number>()
  const timer = setInterval(() => {
    // What cannot be written now is written the next time.
    if (waiters.size > 0) renewCalls(db, [[...waiters.keys()]]).catch(onError)
  }, RENEW_EVERY_MS)
  timer.unref()

  return {
    begin: (jobId) => {
      waiters.set(jobId, (waiters.get(jobId) ?? 0) + 1)
      let isOver = false
      return (end) => {
        if (isOver) return
        isOver = true
        const others = waiters.get(jobId)! - 1
        if (others > 0) waiters.set(jobId, others)
        else waiters.delete(jobId)
        if (end === 'closing' || (others > 0 && end !== 'delivered')) return
        endCall(db, jobId, end).catch(onError)
      }
    },
    close: () => clearInterval(timer),
  }
}
