import { type Job, type JobStatus, jobStatuses } from '@infra/protocol/jobs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { myJobsQuery } from './job-queries.ts'
import { JobRow } from './job-row.tsx'
import { statusWords } from './job-rules.ts'
import { wordsFor } from './words-for.ts'

/** What one has ordered, newest first; each can be opened, and is changed in place. */
export function MyJobs({ address }: { address: string }) {
  const [status, setStatus] = useState<JobStatus>()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(myJobsQuery(address, status), queryClient)
  const jobs = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">Which jobs</legend>
        {[undefined, ...jobStatuses].map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            aria-pressed={status === one}
            className="min-h-11 border-b-2 border-transparent label text-muted hover:text-text aria-pressed:border-text aria-pressed:text-text"
            onClick={() => setStatus(one)}
          >
            {one ? statusWords[one] : 'All'}
          </button>
        ))}
      </fieldset>
      {error && (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert" className="text-hot">
            {wordsFor(error)}
          </p>
          <Button icon="refresh" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {isPending && <div role="status" aria-label="Loading" className="h-48 animate-breathe bg-raised" />}
      {data && jobs.length === 0 && (
        <p className="text-muted">{status ? 'No job of yours is in this state.' : nothing}</p>
      )}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {jobs.map((job: Job) => (
          <li key={job.id}>
            <JobRow job={job} within={within} own />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older jobs
        </Button>
      )}
    </>
  )
}

const nothing = 'You have not ordered anything yet. Choose an app, and what it makes will stand here.'
