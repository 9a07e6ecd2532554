import type { Job } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { cancelLabel } from './cancel-label.ts'
import { cancelling } from './job-queries.ts'

interface CancelButtonProps {
  job: Pick<Job, 'id' | 'charged' | 'app'>
  variant?: 'secondary' | 'text'
  className?: string
  /** Names the job, if several are visible. */
  named?: boolean
}

export function CancelButton({ job, variant, className, named }: CancelButtonProps) {
  const cancel = useMutation(
    { ...cancelling, onError: (error: Error) => toast('failure', errorMessage(error)) },
    queryClient,
  )
  const label = cancelLabel(job)
  return (
    <Button
      icon="close"
      variant={variant}
      className={className}
      disabled={cancel.isPending}
      aria-label={named ? `${label}: ${job.app.name}` : undefined}
      onClick={() => cancel.mutate(job.id)}
    >
      {cancel.isPending ? 'Cancelling' : label}
    </Button>
  )
}
