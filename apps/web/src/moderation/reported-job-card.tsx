import type { Job } from '@infra/protocol/jobs'
import type { Judgement, ReportedJob } from '@infra/protocol/moderation'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { authorName, describe, mainOutput } from '../jobs/job-rules.ts'
import { reasonLabels } from '../jobs/reports/report-labels.ts'
import { PersonLink } from '../navigation/person-link.tsx'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { judging } from './moderation-queries.ts'
import { OutputPreview } from './output-preview.tsx'
import { ReasonForm } from './reason-form.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface ReportedJobCardProps {
  reported: ReportedJob
  jobLink: (id: string, children: ReactNode) => ReactNode
}

/** A reported result, its reports, and the possible decisions. */
export function ReportedJobCard({ reported: { job, reports }, jobLink }: ReportedJobCardProps) {
  const isOpen = reports.some(({ outcome }) => outcome === null)
  return (
    <article
      aria-label={describe(job)}
      className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <OutputPreview file={mainOutput(job)} name={describe(job)} />
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p className="font-semibold">{job.hidden ? job.app.name : jobLink(job.id, job.app.name)}</p>
          <p className="label text-muted">
            by {job.user ? <PersonLink id={job.user.id}>{authorName(job)}</PersonLink> : authorName(job)}
            {job.hidden && <span className="text-danger"> · hidden</span>}
          </p>
        </div>
        {job.hidden && <p className="break-words text-muted">Hidden: {job.hidden.why}</p>}
        <ul className="flex flex-col gap-2 border-l border-edge pl-4">
          {reports.map(({ reason, note, createdAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id here, and stay in their order.
            <li key={index} className="break-words">
              {reasonLabels[reason]}
              {note && (
                <>
                  : <bdi>{note}</bdi>
                </>
              )}
              <time dateTime={createdAt.toISOString()} className="block label text-muted">
                {moment.format(createdAt)}
              </time>
            </li>
          ))}
          {reports.length === 0 && <li className="text-muted">Nobody reported it.</li>}
        </ul>
        <JudgementButtons
          job={job}
          acts={job.hidden ? ['restore'] : isOpen ? ['hide', 'dismiss'] : ['hide']}
        />
      </div>
    </article>
  )
}

function JudgementButtons({ job, acts }: { job: Job; acts: readonly Judgement[] }) {
  const decide = useMutation(
    {
      ...judging,
      onSuccess: (_, { body }) => toast('notice', doneMessages[body.act]),
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  return (
    <ReasonForm
      hint={job.hidden ? 'For the record.' : 'If you hide it, its owner reads this. It stays on record.'}
      isPending={decide.isPending}
      onDecide={(why, chosen = acts[0]) =>
        decide.mutate({ params: { id: job.id }, body: { act: chosen as Judgement, why } })
      }
    >
      {acts.map((act) => (
        <Button key={act} type="submit" value={act} disabled={decide.isPending}>
          {actLabels[act]}
        </Button>
      ))}
    </ReasonForm>
  )
}

const actLabels: Record<Judgement, string> = {
  hide: 'Hide it',
  restore: 'Show it again',
  dismiss: 'Leave it as it is',
}

const doneMessages: Record<Judgement, string> = {
  hide: 'Hidden. Its owner and its reporters are notified.',
  restore: 'Shown again.',
  dismiss: 'Left as it is. Its reporters are notified.',
}
