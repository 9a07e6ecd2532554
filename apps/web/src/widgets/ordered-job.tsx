import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import type { RunActions } from '../catalogue/app-workspace.tsx'
import { lastJobs } from '../catalogue/last-jobs.ts'
import { cancelLabel } from '../jobs/cancel-label.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { JobLink } from '../jobs/job-link.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import { cancelling } from '../jobs/job-queries.ts'
import { JobResult } from '../jobs/job-result.tsx'
import { isFinal } from '../jobs/job-rules.ts'
import { useJob } from '../jobs/use-job.ts'
import { WhyWaiting } from '../jobs/why-waiting.tsx'
import { Button, buttonLook } from '../ui/button.tsx'

interface OrderedJobProps {
  appId: string
  jobId: string
  actions: RunActions
}

/** The job that was submitted from the form beside it: its progress, why it waits, and its result. */
export function OrderedJob({ appId, jobId, actions }: OrderedJobProps) {
  const { address } = useAccount()
  const { data: job, error } = useJob(jobId, address, { ownMessage: isMissing })
  // It belongs to another account or was deleted: show nothing.
  if (error && isMissing(error)) return null
  return (
    <section aria-label="Your job" className="flex flex-col gap-5 border border-edge p-5 sm:p-6">
      {job ? (
        <>
          <JobProgress job={job} />
          {job.status === 'queued' && address && <WhyWaiting id={jobId} reader={address} />}
          <JobResult job={job} />
          <Actions job={job} actions={actions} onClose={() => lastJobs.remove(appId)} />
        </>
      ) : (
        <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />
      )}
    </section>
  )
}

interface ActionsProps {
  job: Job
  actions: RunActions
  onClose: () => void
}

function Actions({ job, actions, onClose }: ActionsProps) {
  const stopping = useMutation(cancelling, queryClient)
  const isOver = isFinal(job)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {!isOver && (
        <Button disabled={stopping.isPending} onClick={() => stopping.mutate(job.id)}>
          {cancelLabel(job)}
        </Button>
      )}
      {isOver && (
        <Button icon="refresh" onClick={actions.again}>
          Run again
        </Button>
      )}
      {isOver && actions.variation && <Button onClick={actions.variation}>Variation</Button>}
      <JobLink id={job.id} className={buttonLook('plain')}>
        Open
      </JobLink>
      {isOver && (
        <Button look="quiet" onClick={onClose}>
          Put away
        </Button>
      )}
      <p className="label basis-full text-muted">{describeCharge(job)}</p>
      <p role="alert" className="basis-full text-hot empty:hidden">
        {stopping.error && 'It could not be cancelled: it may have ended already.'}
      </p>
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
