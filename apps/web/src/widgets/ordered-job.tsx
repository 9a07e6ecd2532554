import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { ReactNode } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { CancelButton } from '../jobs/cancel-button.tsx'
import { formatCredits } from '../jobs/format-credits.ts'
import { JobLink } from '../jobs/job-link.tsx'
import { isFinal } from '../jobs/job-rules.ts'
import { NotificationOffer } from '../jobs/notifications/notification-offer.tsx'
import { JobProgress } from '../jobs/progress/job-progress.tsx'
import { RepeatButton } from '../jobs/repeat-button.tsx'
import { JobResult } from '../jobs/results/job-result.tsx'
import { useJob } from '../jobs/use-job.ts'
import { UseResult } from '../jobs/use-result.tsx'
import { DownloadLinks } from '../jobs/viewer/download-links.tsx'
import { WhyWaiting } from '../jobs/why-waiting.tsx'
import { Button, buttonStyle } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

interface OrderedJobProps {
  jobId: string
  /** The latest is shown in full, those before it in brief. */
  isLatest: boolean
  /** Within a frame already. */
  isBare?: boolean
  onRepeated: (id: string) => void
  /** Where it can be put out of sight. */
  onClear?: () => void
  /** Instead of a job that was deleted. */
  gone?: ReactNode
}

/** A job that was submitted here: its result, its progress, and why it waits. */
export function OrderedJob({
  jobId,
  isLatest,
  isBare = false,
  onRepeated,
  onClear,
  gone = null,
}: OrderedJobProps) {
  const { address } = useAccount()
  const { data: job, error } = useJob(jobId, address, { ownMessage: isMissing })
  // It belongs to another account or was deleted.
  if (error && isMissing(error)) return gone
  return (
    <section
      aria-label={isLatest ? 'Your job' : 'An earlier job'}
      className={`flex flex-col gap-5 ${isBare ? '' : 'border border-edge p-5 sm:p-6'}`}
    >
      {job ? (
        <>
          {isLatest && job.status === 'finished' && <JobResult job={job} />}
          <JobProgress job={job} />
          {job.status === 'queued' && address && <WhyWaiting id={jobId} reader={address} />}
          {isLatest && !isFinal(job) && address && <NotificationOffer address={address} />}
          {isLatest && job.status !== 'finished' && <JobResult job={job} />}
          <Actions job={job} isLatest={isLatest} onRepeated={onRepeated} onClear={onClear} />
        </>
      ) : (
        <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />
      )}
    </section>
  )
}

interface ActionsProps {
  job: Job
  isLatest: boolean
  onRepeated: (id: string) => void
  onClear: (() => void) | undefined
}

function Actions({ job, isLatest, onRepeated, onClear }: ActionsProps) {
  const isOver = isFinal(job)
  const text = job.outputs.find(({ kind }) => kind === 'text')?.text
  return (
    <div className="flex flex-wrap items-center gap-3">
      {!isOver && <CancelButton job={job} />}
      {isLatest && <DownloadLinks job={job} />}
      {isLatest && text && <CopyButton text={text} label="Copy" />}
      {isLatest && isOver && <RepeatButton job={job} onRepeated={onRepeated} />}
      <JobLink id={job.id} className={buttonStyle('secondary')}>
        Open
      </JobLink>
      {isOver && onClear && (
        <Button variant="text" onClick={onClear}>
          Clear
        </Button>
      )}
      {isLatest && <UseResult job={job} />}
      <p className="label basis-full text-muted">{describeCharge(job)}</p>
    </div>
  )
}

function describeCharge(job: Job): string {
  const by = job.node ? ` · ${job.node.name}` : ''
  if (!isFinal(job)) return `${formatCredits(job.price)} held${by}`
  return job.charged === 0 ? 'Nothing was charged.' : `${formatCredits(job.charged)} paid${by}`
}

function isMissing(error: Error): boolean {
  return error instanceof Refusal && error.code === 'not_found'
}
