import type { JobEvent } from '../types.ts'
import type { Shell } from './shell.ts'

const BAR_WIDTH = 24

/** A bar on standard error, if that is a terminal; standard output is for the result. */
export function showProgress({ stderr }: Pick<Shell, 'stderr'>): {
  show: (job: JobEvent) => void
  clear: () => void
} {
  if (!stderr.isTTY) return { show: () => {}, clear: () => {} }
  return {
    show: (job) => stderr.write(`\r\x1b[K${lineOf(job).slice(0, (stderr.columns ?? 80) - 1)}`),
    clear: () => stderr.write('\r\x1b[K'),
  }
}

/** The stage comes from the node, so it must not control the terminal. */
export function lineOf({ status, progress }: Pick<JobEvent, 'status' | 'progress'>): string {
  if (status === 'queued') return 'Waiting for a node…'
  const done = Math.round(progress.part * BAR_WIDTH)
  const percent = String(Math.round(progress.part * 100)).padStart(3)
  return `[${'#'.repeat(done)}${'-'.repeat(BAR_WIDTH - done)}] ${percent} % ${progress.stage.replace(/\p{C}/gu, '')}`
}
