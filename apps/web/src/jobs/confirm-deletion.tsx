import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { deleting } from './job-queries.ts'

/** Confirms in place, because a dialog may already be open. */
export function ConfirmDeletion({
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
        toast('notice', 'Job and files deleted.')
        await deleting.onSuccess?.(...done)
      },
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  return (
    <fieldset className="flex w-full flex-wrap items-center gap-3 border border-danger p-3">
      <legend className="px-2 label">Delete this job and its files?</legend>
      <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate(id)}>
        Delete for good
      </Button>
      <Button variant="text" onClick={onKeep}>
        Keep it
      </Button>
    </fieldset>
  )
}
