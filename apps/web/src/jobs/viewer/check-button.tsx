import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { TrustNumbers } from '@infra/protocol/trust'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { queryClient } from '../../api/query-client.ts'
import { appQuery } from '../../catalogue/catalogue-queries.ts'
import { Link } from '../../navigation/link.tsx'
import { trustFiguresQuery } from '../../trust/trust-queries.ts'
import { Button } from '../../ui/button.tsx'
import { checking } from '../job-queries.ts'

/** Lets the owner of an unchecked result have a second machine run it again. */
export function CheckButton({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false)
  // Apps that only test the network aren't in the catalogue and aren't checked.
  const isListed = findApp(job.app.id)?.state !== 'hidden'
  const mayAsk =
    job.status === 'finished' && (job.check === null || job.check.state === 'unchecked') && isListed
  const { data: app } = useQuery({ ...appQuery(job.app.id), enabled: mayAsk }, queryClient)
  if (!mayAsk || !app?.isChecked) return null
  return isAsking ? (
    <ConfirmCheck id={job.id} onClose={() => setAsking(false)} />
  ) : (
    <Button variant="text" className="-ml-5 self-start" onClick={() => setAsking(true)}>
      This looks wrong
    </Button>
  )
}

/** Once requested, the job itself shows that it's being checked, and this disappears. */
function ConfirmCheck({ id, onClose }: { id: string; onClose: () => void }) {
  const check = useMutation(checking, queryClient)
  const { data: figures } = useQuery(trustFiguresQuery, queryClient)
  return (
    <fieldset className="flex flex-col items-start gap-3 border border-edge p-4">
      <legend className="px-2 label">Have it checked?</legend>
      <p>
        Another machine runs it again, free of charge. If its result differs and a third machine agrees with
        it, you get that result and your credits back.
      </p>
      <p className="text-muted">
        {figures && howOften(figures.numbers)}{' '}
        <Link to="/nodes" search={{ about: 'trust' }} className="underline underline-offset-4">
          How results are checked
        </Link>
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {check.error && checkRefusal(check.error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={check.isPending} onClick={() => check.mutate(id)}>
          {check.isPending ? 'Asking' : 'Check it'}
        </Button>
        <Button variant="text" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </fieldset>
  )
}

function howOften({ reportsPerDay, reportsWrongMax, reportsPerDayAfterWrong }: TrustNumbers): string {
  const fewer = reportsPerDayAfterWrong === 1 ? 'once' : `${reportsPerDayAfterWrong} times`
  return `You can ask ${reportsPerDay} times a day; after ${reportsWrongMax} results that turned out right, ${fewer} a day.`
}

const HOUR_SECONDS = 60 * 60

export function checkRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorMessage(error)
  switch (error.code) {
    case 'conflict':
      return 'It can’t be checked: it was already run again, or results of this app can’t be compared.'
    case 'not_ready':
      return 'There is no result to check yet.'
    case 'not_found':
      return 'This job no longer exists.'
    case 'rate_limited':
      return (error.retryAfterSeconds ?? 0) > HOUR_SECONDS
        ? 'You’ve had as many results checked today as you can. Try again tomorrow.'
        : errorMessage(error)
    default:
      return errorMessage(error)
  }
}
