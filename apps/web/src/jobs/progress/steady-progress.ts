import type { Job } from '@infra/protocol/jobs'

const furthest = new Map<string, number>()

/** How far a job is, never less than it was: another attempt starts over, and events may come late. */
export function steadyPart({ id, status, progress }: Pick<Job, 'id' | 'status' | 'progress'>): number {
  if (status !== 'running' && status !== 'queued') {
    furthest.delete(id)
    return status === 'finished' ? 1 : progress.part
  }
  const part = Math.max(furthest.get(id) ?? 0, progress.part)
  furthest.set(id, part)
  return part
}

/** What is being done, and how far it is: a stage that counts by itself has its own number, so that there is only one. */
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
