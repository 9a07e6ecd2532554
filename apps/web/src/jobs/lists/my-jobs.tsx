import { type JobStatus, SEARCH_CHARACTERS_MAX } from '@infra/protocol/jobs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { itemsOf, PagedList } from '../../lists/paged-list.tsx'
import { Choices } from '../../ui/choices.tsx'
import { statusLabels } from '../job-messages.ts'
import { type JobFilter, myJobsQuery } from '../job-queries.ts'
import { JobRow } from './job-row.tsx'

/** The user's own jobs, newest first. Each can be opened, and changed in place. */
export function MyJobs({ address }: { address: string }) {
  const [status, setStatus] = useState<JobStatus>()
  const [search, setSearch] = useState<string>()
  const list = useInfiniteQuery(myJobsQuery(address, { status, search }), queryClient)
  const { data } = list
  const jobs = useMemo(() => itemsOf({ data }), [data])
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Choices
          legend="Which jobs"
          labels={{ all: 'All', ...statusLabels }}
          value={status ?? 'all'}
          onChange={(one) => setStatus(one === 'all' ? undefined : one)}
        />
        <SearchBox onSearch={setSearch} />
      </div>
      <PagedList
        list={list}
        items={jobs}
        keyOf={({ id }) => id}
        nothing={<Nothing status={status} search={search} />}
        older="Older jobs"
      >
        {(job) => <JobRow job={job} within={within} own />}
      </PagedList>
    </>
  )
}

/** Long enough to type a word, short enough that nobody notices the wait. */
const TYPING_MS = 300

/** Searches when the user stops typing, or right away on Enter. */
function SearchBox({ onSearch }: { onSearch: (search: string | undefined) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (typed: string, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(typed.trim() || undefined), afterMs)
  }
  return (
    <input
      type="search"
      aria-label="Search my jobs"
      placeholder="App, or words in it"
      maxLength={SEARCH_CHARACTERS_MAX}
      autoComplete="off"
      className="min-h-11 w-full border border-edge bg-ground px-4 placeholder:text-muted hover:border-muted focus:border-text sm:w-80"
      onChange={(event) => search(event.target.value, TYPING_MS)}
      onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value, 0)}
    />
  )
}

function Nothing({ status, search }: JobFilter) {
  if (!search) return status ? 'No jobs in this state.' : nothing
  const kind = status ? `${statusLabels[status].toLowerCase()} jobs` : 'jobs'
  return (
    <p role="status" className="break-words">
      No {kind} found for <bdi>“{search}”</bdi>.
    </p>
  )
}

const nothing = 'You haven’t run anything yet. Choose an app, and its results appear here.'
