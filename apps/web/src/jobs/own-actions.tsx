import type { Job } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { ConfirmDeletion } from './confirm-deletion.tsx'
import { showingTo } from './job-queries.ts'
import { isFinal } from './job-rules.ts'
import { RepeatButton } from './repeat-button.tsx'

interface OwnActionsProps {
  job: Job
  onRepeated: (id: string) => void
  onDeleted: () => void
}

/** Cancel, repeat, show or hide, delete: each happens once, however often it's pressed. */
export function OwnActions({ job, onRepeated, onDeleted }: OwnActionsProps) {
  const [asking, setAsking] = useState(false)
  if (!isFinal(job)) return <CancelButton job={job} />
  return (
    <div className="flex flex-wrap gap-3">
      <RepeatButton job={job} onRepeated={onRepeated} />
      <AudienceButtons job={job} />
      {asking ? (
        <ConfirmDeletion id={job.id} onDeleted={onDeleted} onKeep={() => setAsking(false)} />
      ) : (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
    </div>
  )
}

/** Input files become public with a separate button, never along with the result. */
function AudienceButtons({ job }: { job: Job }) {
  const show = useMutation(
    {
      ...showingTo,
      onSuccess: async (...done) => {
        await showingTo.onSuccess?.(...done)
        toast('notice', whoSees(done[0]))
      },
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  const hasFiles = job.inputFiles.length > 0
  const press = (change: Omit<Parameters<typeof show.mutate>[0], 'id'>) => ({
    disabled: show.isPending,
    onClick: () => show.mutate({ id: job.id, ...change }),
  })
  if (job.visibility === 'private') {
    return (
      <Button {...press({ visibility: 'public', ...(hasFiles && { inputFilesHidden: true }) })}>
        {hasFiles ? 'Make result public' : 'Make public'}
      </Button>
    )
  }
  return (
    <>
      <Button {...press({ visibility: 'private' })}>Make private</Button>
      {hasFiles && (
        <Button {...press({ inputFilesHidden: !job.inputFilesHidden })}>
          {job.inputFilesHidden ? 'Show original to everyone' : 'Hide original'}
        </Button>
      )}
    </>
  )
}

function whoSees({ visibility, inputFiles, inputFilesHidden }: Job): string {
  if (visibility === 'private') return 'Only you can see this job now.'
  if (inputFiles.length === 0) return 'Everyone can see this job now.'
  return inputFilesHidden
    ? 'Everyone can see the result. Only you can see your original.'
    : 'Everyone can see the result and your original.'
}
