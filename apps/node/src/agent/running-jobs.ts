import type { Assignment } from '@infra/protocol/attempts'

export interface RunningJob {
  attemptId: string
  appId: string
  /** By `performance.now()`. */
  startedAt: number
  part: number
  stage: string
  /** Its result exists and is being submitted. */
  isFinishing: boolean
  /** Stopped to free the machine for its owner. */
  isLeft: boolean
}

/** The attempts under way, for the claim loop, for leaving and for the terminal. */
export interface RunningJobs {
  /** `isLeft`: the node is already away. */
  begin: (assignment: Assignment, isLeft: boolean) => void
  progress: (attemptId: string, part: number, stage: string) => void
  finishing: (attemptId: string) => void
  /** Marks those that have no result yet. */
  leave: () => void
  end: (attemptId: string) => void
  list: () => RunningJob[]
  /** The ids of those that were not left. */
  holding: () => string[]
}

export function trackJobs(): RunningJobs {
  const jobs = new Map<string, RunningJob>()
  const change = (attemptId: string, change: Partial<RunningJob>) => {
    const job = jobs.get(attemptId)
    if (job) Object.assign(job, change)
  }
  return {
    begin: ({ attemptId, app }, isLeft) => {
      const startedAt = performance.now()
      jobs.set(attemptId, {
        attemptId,
        appId: app.id,
        startedAt,
        part: 0,
        stage: 'Starting',
        isFinishing: false,
        isLeft,
      })
    },
    progress: (attemptId, part, stage) => change(attemptId, { part, stage }),
    finishing: (attemptId) => change(attemptId, { isFinishing: true }),
    leave: () => {
      for (const job of jobs.values()) if (!job.isFinishing) job.isLeft = true
    },
    end: (attemptId) => jobs.delete(attemptId),
    list: () => [...jobs.values()],
    holding: () => [...jobs.values()].filter(({ isLeft }) => !isLeft).map(({ attemptId }) => attemptId),
  }
}
