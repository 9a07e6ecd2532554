import type { Job } from '@infra/protocol/jobs'
import { inferno } from '../ui/inferno.ts'
import { failureMessages, statusLabels } from './job-messages.ts'
import { isFinal } from './job-rules.ts'

/** The progress of a job as text and on the heat scale: the further, the hotter. */
export function JobProgress({ job }: { job: Pick<Job, 'status' | 'reason' | 'progress' | 'attempts'> }) {
  const { status, reason, progress } = job
  const part = status === 'finished' ? 1 : progress.part
  const words = status === 'running' && progress.stage ? progress.stage : statusLabels[status]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <p role="status" className={`label ${status === 'error' ? 'text-hot' : 'text-text'}`}>
          {words}
        </p>
        {status === 'running' && <p className="label text-muted">{Math.round(part * 100)} %</p>}
      </div>
      {!isFinal(job) && (
        <div
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(part * 100)}
          className="h-1 bg-line"
        >
          <div
            className="h-full origin-left transition-transform duration-300"
            style={{ transform: `scaleX(${part})`, backgroundColor: inferno(0.35 + part * 0.45) }}
          />
        </div>
      )}
      {status === 'error' && reason && <p className="text-muted">{failureMessages[reason]}</p>}
    </div>
  )
}
