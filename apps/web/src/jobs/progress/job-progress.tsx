import type { Job } from '@infra/protocol/jobs'
import { failureMessages, statusLabels } from '../job-messages.ts'
import { isFinal } from '../job-rules.ts'
import { ProgressBar } from './progress-bar.tsx'
import { describeProgress } from './steady-progress.ts'

/** The progress of a job as text and as a bar. */
export function JobProgress({ job }: { job: Pick<Job, 'id' | 'status' | 'reason' | 'progress'> }) {
  const { status, reason } = job
  const { stage, percent, part } = describeProgress(job)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <p role="status" className={`label ${status === 'error' ? 'text-danger' : 'text-text'}`}>
          {status === 'running' && stage ? stage : statusLabels[status]}
        </p>
        {status === 'running' && percent !== undefined && <p className="label text-muted">{percent} %</p>}
      </div>
      {!isFinal(job) && <ProgressBar part={part} label="Progress" />}
      {status === 'error' && reason && <p className="text-muted">{failureMessages[reason]}</p>}
    </div>
  )
}
