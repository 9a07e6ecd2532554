import type { Job } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { cancelLabel } from './cancel-label.ts'
import { cancelling, deleting, retrying, showingTo } from './job-queries.ts'
import { isFinal } from './job-rules.ts'

interface OwnActionsProps {
  job: Pick<Job, 'id' | 'status' | 'visibility' | 'app' | 'charged'>
  onRetried: (id: string) => void
  onDeleted: () => void
}

/** Cancel, run again, show or hide, delete: each once, however often it is pressed. */
export function OwnActions({ job, onRetried, onDeleted }: OwnActionsProps) {
  const fail = { onError: (error: Error) => toast('failure', errorMessage(error)) }
  const cancel = useMutation({ ...cancelling, ...fail }, queryClient)
  const retry = useMutation({ ...retrying, ...fail }, queryClient)
  const show = useMutation({ ...showingTo, ...fail }, queryClient)
  // One idempotency key per click sequence: a second click before the answer submits nothing new.
  const key = useRef(crypto.randomUUID())
  const [asking, setAsking] = useState(false)

  if (!isFinal(job)) {
    return (
      <div>
        <Button icon="close" disabled={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          {cancel.isPending ? 'Cancelling' : cancelLabel(job)}
        </Button>
      </div>
    )
  }
  const again = async () => {
    if (retry.isPending) return
    const made = await retry.mutateAsync({ id: job.id, key: key.current }).catch(() => undefined)
    key.current = crypto.randomUUID()
    if (made) onRetried(made.id)
  }
  const other = job.visibility === 'public' ? 'private' : 'public'
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        icon={retry.isPending ? 'loading' : 'refresh'}
        disabled={retry.isPending}
        onClick={() => void again()}
      >
        {job.status === 'finished' ? 'Run again' : 'Retry'}
      </Button>
      <Button disabled={show.isPending} onClick={() => show.mutate({ id: job.id, visibility: other })}>
        Make {other}
      </Button>
      {asking ? (
        <ConfirmDeletion id={job.id} onDeleted={onDeleted} onKeep={() => setAsking(false)} />
      ) : (
        <Button look="quiet" onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
    </div>
  )
}

/** Confirms in place, since a dialog may be open already. */
function ConfirmDeletion({
  id,
  onDeleted,
  onKeep,
}: {
  id: string
  onDeleted: () => void
  onKeep: () => void
}) {
  const remove = useMutation(
    {
      ...deleting,
      onSuccess: async (...done) => {
        onDeleted()
        await deleting.onSuccess?.(...done)
      },
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  return (
    <fieldset className="flex w-full flex-wrap items-center gap-3 border border-hot p-3">
      <legend className="px-2 label">Delete this job and its files?</legend>
      <Button disabled={remove.isPending} onClick={() => remove.mutate(id)}>
        Delete for good
      </Button>
      <Button look="quiet" onClick={onKeep}>
        Keep it
      </Button>
    </fieldset>
  )
}
