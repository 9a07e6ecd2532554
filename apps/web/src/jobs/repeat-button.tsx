import type { Job } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { formatCredits } from './format-credits.ts'
import { orderingNewVersion, retrying } from './job-queries.ts'
import { hasNewVersions, priceToRepeat } from './repeat-job.ts'

interface RepeatButtonProps {
  job: Job
  onRepeated: (id: string) => void
}

/** A new version of a finished job, or another try of a failed one, with its price. Renders nothing if the result would be the same. */
export function RepeatButton({ job, onRepeated }: RepeatButtonProps) {
  const isFinished = job.status === 'finished'
  const fail = { onError: (error: Error) => toast('failure', errorMessage(error)) }
  const retry = useMutation({ ...retrying, ...fail }, queryClient)
  const vary = useMutation({ ...orderingNewVersion, ...fail }, queryClient)
  // One idempotency key per series of clicks: a second click before the response submits nothing new.
  const key = useRef(crypto.randomUUID())
  const isPending = retry.isPending || vary.isPending
  if (isFinished && !hasNewVersions(job)) return null

  const repeat = async () => {
    if (isPending) return
    const once = { job, key: key.current }
    const made = await (isFinished ? vary.mutateAsync(once) : retry.mutateAsync(once)).catch(() => undefined)
    key.current = crypto.randomUUID()
    if (!made) return
    if (made.visibility === 'public') toast('notice', 'Everyone will see it once it’s finished.')
    onRepeated(made.id)
  }
  return (
    <Button icon={isPending ? 'loading' : 'refresh'} disabled={isPending} onClick={() => void repeat()}>
      {isFinished ? 'New version' : 'Retry'} · {formatCredits(priceToRepeat(job))}
    </Button>
  )
}
