import type { Job } from '@infra/protocol/jobs'
import { formatCount } from '@infra/protocol/values/format-count'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { CancelButton } from '../jobs/cancel-button.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { statusLabels } from '../jobs/job-messages.ts'
import { refreshLists } from '../jobs/job-queries.ts'
import { openJobsQuery } from '../jobs/open-jobs.ts'
import { ProgressBar } from '../jobs/progress/progress-bar.tsx'
import { describeProgress } from '../jobs/progress/steady-progress.ts'
import { Link } from '../navigation/link.tsx'

/** More would push the navigation off the screen; the rest is a click away. */
const SHOWN_MAX = 4

/** The open jobs of the user, in the sidebar. */
export function OpenJobs({ address }: { address: string }) {
  const jobs = useOpenJobs(address)
  if (jobs.length === 0) return null
  return (
    <section aria-label="Open jobs" className="flex flex-col gap-3 border-y border-line px-5 py-4 lg:px-7">
      <h2 className="label text-muted">{countOf(jobs)}</h2>
      <Rows jobs={jobs} />
    </section>
  )
}

/** The same on a small screen: one line above the bar, which opens. */
export function OpenJobsStrip({ address }: { address: string }) {
  const jobs = useOpenJobs(address)
  const [isOpen, setOpen] = useState(false)
  const [latest] = jobs
  if (!latest) return null
  const { part } = describeProgress(latest)
  return (
    <section
      aria-label="Open jobs"
      data-open-jobs
      className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-30 border-t border-edge bg-raised sm:hidden"
    >
      {isOpen && (
        <div className="max-h-[50dvh] overflow-y-auto px-4 pt-4 pb-2">
          <Rows jobs={jobs} />
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex h-12 w-full flex-col justify-center gap-2 px-4 text-left"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="flex w-full justify-between gap-4 font-mono text-sm">
          <span className="truncate">{jobs.length === 1 ? latest.app.name : countOf(jobs)}</span>
          <span className="text-muted">{isOpen ? 'Close' : stateOf(latest)}</span>
        </span>
        {!isOpen && <ProgressBar part={part} label={`Progress of ${latest.app.name}`} />}
      </button>
    </section>
  )
}

function useOpenJobs(address: string): Job[] {
  const { data: jobs = [] } = useQuery(openJobsQuery(address), queryClient)
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const ids = jobs.map(({ id }) => id)
    const ended = before.current.filter((id) => !ids.includes(id))
    before.current = ids
    if (ended.length === 0) return
    // What it made and what it cost is shown elsewhere.
    for (const id of ended) void queryClient.invalidateQueries({ queryKey: ['job', id] })
    void refreshLists()
  }, [jobs])
  return jobs
}

function Rows({ jobs }: { jobs: readonly Job[] }) {
  return (
    <>
      <ul className="flex flex-col gap-4">
        {jobs.slice(0, SHOWN_MAX).map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
      {jobs.length > SHOWN_MAX && (
        <Link to="/profile/jobs" className="label flex min-h-11 items-center text-muted hover:text-text">
          {jobs.length - SHOWN_MAX} more
        </Link>
      )}
    </>
  )
}

function Row({ job }: { job: Job }) {
  const { part } = describeProgress(job)
  return (
    <li className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <JobLink id={job.id} className="truncate font-semibold underline-offset-4 hover:underline">
          {job.app.name}
        </JobLink>
        <span className="label shrink-0 text-muted">{stateOf(job)}</span>
      </div>
      <ProgressBar part={part} label={`Progress of ${job.app.name}`} />
      <CancelButton job={job} variant="text" className="-mr-3 self-end px-3" named />
    </li>
  )
}

function stateOf(job: Job): string {
  const { percent } = describeProgress(job)
  return job.status === 'running' && percent !== undefined ? `${percent} %` : statusLabels[job.status]
}

function countOf({ length }: readonly Job[]): string {
  return formatCount(length, 'open job')
}
