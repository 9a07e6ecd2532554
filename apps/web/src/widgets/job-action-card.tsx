import type { JobAction, Offer } from '@infra/protocol/chat'
import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { offerJobs } from '../chat/offer-jobs.ts'
import { CancelButton } from '../jobs/cancel-button.tsx'
import { ConfirmDeletion } from '../jobs/confirm-deletion.tsx'
import { favoriteOf, favorites, setFavorite } from '../jobs/favorites/favorites.ts'
import { JobLink } from '../jobs/job-link.tsx'
import { showingTo } from '../jobs/job-queries.ts'
import { isFinal } from '../jobs/job-rules.ts'
import { JobProgress } from '../jobs/progress/job-progress.tsx'
import { RepeatButton } from '../jobs/repeat-button.tsx'
import { useJob } from '../jobs/use-job.ts'
import { useStore } from '../store/use-store.ts'
import { Button, buttonStyle } from '../ui/button.tsx'
import { OrderedJob } from './ordered-job.tsx'

interface JobActionCardProps {
  offer: Extract<Offer, { kind: 'job' }>
  messageId: string
}

/** Something to do with a job of the user, done when they press. What was done shows in the job itself, also after a reload. */
export function JobActionCard({ offer: { jobId, action }, messageId }: JobActionCardProps) {
  const { address } = useAccount()
  const { data: job, error } = useJob(jobId, address, { ownMessage: isMissing })
  const repeatedId = useStore(offerJobs.of(messageId))
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted || (error && isMissing(error))) return <p className="text-muted">The job was deleted.</p>
  if (!job) return <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />
  return (
    <section aria-label={titles[action]} className="flex max-w-xl flex-col gap-4 border border-edge p-4">
      <p className="font-semibold">{titles[action]}</p>
      <p>{job.app.name}</p>
      {repeatedId ? (
        <OrderedJob
          jobId={repeatedId}
          isLatest
          isBare
          onRepeated={(id) => offerJobs.set(messageId, id)}
          gone={<p className="text-muted">The new job was deleted.</p>}
        />
      ) : (
        <>
          <JobProgress job={job} />
          <div className="flex flex-wrap items-center gap-3">
            <Confirm
              job={job}
              action={action}
              onRepeated={(id) => offerJobs.set(messageId, id)}
              onDeleted={() => setDeleted(true)}
            />
            <JobLink id={job.id} className={buttonStyle('text')}>
              Open
            </JobLink>
          </div>
        </>
      )}
    </section>
  )
}

const titles: Record<JobAction, string> = {
  cancel: 'Cancel this job',
  retry: 'Retry this job',
  'new-version': 'New version',
  private: 'Make private',
  public: 'Make public',
  favorite: 'Add to favourites',
  unfavorite: 'Remove from favourites',
  delete: 'Delete this job',
}

interface ConfirmProps {
  job: Job
  action: JobAction
  onRepeated: (id: string) => void
  onDeleted: () => void
}

function Confirm({ job, action, onRepeated, onDeleted }: ConfirmProps) {
  switch (action) {
    case 'cancel':
      return isFinal(job) ? <Done>It has ended.</Done> : <CancelButton job={job} />
    case 'retry':
    case 'new-version':
      return <RepeatButton job={job} onRepeated={onRepeated} />
    case 'private':
    case 'public':
      return <ShowTo job={job} visibility={action} />
    case 'favorite':
    case 'unfavorite':
      return <Keep job={job} isKept={action === 'favorite'} />
    case 'delete':
      return <Delete id={job.id} onDeleted={onDeleted} />
  }
}

function Done({ children }: { children: string }) {
  return (
    <p role="status" className="text-muted">
      {children}
    </p>
  )
}

function ShowTo({ job, visibility }: { job: Job; visibility: Job['visibility'] }) {
  const show = useMutation(showingTo, queryClient)
  const hasFiles = job.inputFiles.length > 0
  if (job.visibility === visibility)
    return <Done>{visibility === 'private' ? 'Only you see it.' : 'Everyone can see it.'}</Done>
  // Files that went in stay hidden: they become public by a press of their own, in the job.
  const change = visibility === 'public' && hasFiles ? { visibility, inputFilesHidden: true } : { visibility }
  return (
    <>
      <Button disabled={show.isPending} onClick={() => show.mutate({ id: job.id, ...change })}>
        {visibility === 'private' ? 'Make private' : hasFiles ? 'Make result public' : 'Make public'}
      </Button>
      {show.error && <p role="alert">{errorMessage(show.error)}</p>}
    </>
  )
}

function Keep({ job, isKept }: { job: Job; isKept: boolean }) {
  const { favorite } = favoriteOf(job, useStore(favorites))
  if (favorite === isKept)
    return <Done>{isKept ? 'It’s in your favourites.' : 'It isn’t in your favourites.'}</Done>
  return (
    <Button onClick={() => setFavorite(job.id, isKept)}>
      {isKept ? 'Add to favourites' : 'Remove from favourites'}
    </Button>
  )
}

function Delete({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <ConfirmDeletion id={id} onDeleted={onDeleted} onKeep={() => setAsked(false)} />
  return (
    <Button variant="danger" onClick={() => setAsked(true)}>
      Delete
    </Button>
  )
}

function isMissing(error: Error): boolean {
  return error instanceof Refusal && error.code === 'not_found'
}
