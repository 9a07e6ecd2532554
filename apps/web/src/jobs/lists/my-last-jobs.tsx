import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { itemsOf } from '../../lists/paged-list.tsx'
import { Link } from '../../navigation/link.tsx'
import { Button } from '../../ui/button.tsx'
import { myJobsQuery } from '../job-queries.ts'
import { JobRow } from './job-row.tsx'

const SHOWN = 4

/** The user's latest jobs in any state. */
export function MyLastJobs({ address }: { address: string }) {
  const { data, error, refetch } = useInfiniteQuery(myJobsQuery(address, {}), queryClient)
  const jobs = useMemo(() => itemsOf({ data }).slice(0, SHOWN), [data])
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <section aria-labelledby="my-last-jobs" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
        <h2 id="my-last-jobs">Your latest jobs</h2>
        {jobs.length > 0 && (
          <Link to="/profile/jobs" className="underline-offset-4 hover:text-text hover:underline">
            All your jobs
          </Link>
        )}
      </div>
      {error && !data && (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p className="text-lg/7">Couldn’t load your jobs.</p>
          <Button icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="h-28 animate-breathe bg-raised" />
      )}
      {data && jobs.length === 0 && (
        <p className="text-lg/7 text-muted">
          Nothing yet. Pick something above: what you make shows up here.
        </p>
      )}
      {jobs.length > 0 && (
        <ul className="grid gap-x-10 lg:grid-cols-2">
          {jobs.map((job) => (
            <li key={job.id} className="border-t border-line">
              <JobRow job={job} within={within} own={false} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
