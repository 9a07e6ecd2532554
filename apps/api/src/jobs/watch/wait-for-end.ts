import type { Db } from '../../db/client.ts'
import { findJob, type JobRow } from '../job-queries.ts'
import type { JobWatchers } from './job-watchers.ts'

/** A notification may be lost, so a job that someone waits for is also polled. */
const POLL_MS = 15_000

/**
 * Waits until the job has ended, this many seconds at most, or until one of the signals says that nobody waits any more. Reports each
 * change if asked to.
 */
export async function waitForEnd(
  { db, jobWatchers }: { db: Db; jobWatchers: Pick<JobWatchers, 'watch'> },
  jobId: string,
  {
    seconds,
    signals,
    onChange,
  }: { seconds: number; signals: AbortSignal[]; onChange?: (row: JobRow) => void },
): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const poll = async () => {
    const row = await findJob(db, jobId)
    if (row) check(row)
    else end()
  }
  const check = (row: JobRow) => {
    onChange?.(row)
    if (hasEnded(row)) end()
  }
  const stop = jobWatchers.watch(jobId, ({ row }) => check(row), { progress: onChange !== undefined })
  const timeout = setTimeout(end, seconds * 1000)
  // If reading fails, the next poll tries again.
  const pollTimer = setInterval(() => poll().catch(() => {}), POLL_MS)
  const signal = AbortSignal.any(signals)
  signal.addEventListener('abort', () => end())
  try {
    if (signal.aborted) return
    // It may have ended before the watch began.
    await poll()
    await over
  } finally {
    stop()
    clearTimeout(timeout)
    clearInterval(pollTimer)
  }
}

export function hasEnded({ status }: Pick<JobRow, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}
