import type { Job } from '@infra/protocol/jobs'

const furthest = new Map<string, number>()

/** A job's progress, which never decreases: another attempt starts over, and events may be late. */
export function steadyPart({ id, status, progress }: Pick<Job, 'id' | 'status' | 'progress'>): number {
  if (status !== 'running' && status !== 'queued') {
    furthest.delete(id)
    return status === 'finished' ? 1 : progress.part
  }
  const part = Math.max(furthest.get(id) ?? 0, progress.part)
  furthest.set(id, part)
  return part
}

/** The current step and the progress. A stage that counts by itself has its own number, so there's only one. */
export function describeProgress(job: Pick<Job, 'id' | 'status' | 'progress'>): {
  stage: string
  percent: number | undefined
  part: number
} {
  const part = steadyPart(job)
  const { stage } = job.progress
  const counts = /\d ?%/.test(stage)
  return { part, stage, percent: counts ? undefined : Math.round(part * 100) }
}
