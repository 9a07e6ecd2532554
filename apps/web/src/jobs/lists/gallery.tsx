import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { itemsOf, PagedList } from '../../lists/paged-list.tsx'
import { galleryQuery } from '../job-queries.ts'
import { JobCard } from './job-card.tsx'

/** A person's public results, newest first. */
export function Gallery({ userId, reader }: { userId: string; reader: string | undefined }) {
  const list = useInfiniteQuery(galleryQuery(userId, reader), queryClient)
  const { data } = list
  const jobs = useMemo(() => itemsOf({ data }), [data])
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <section aria-label="Public results" className="flex flex-col gap-6">
      <PagedList
        list={list}
        items={jobs}
        keyOf={({ id }) => id}
        nothing="No public results yet."
        older="Show more"
        className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5"
      >
        {(job) => (
          <div className="relative">
            <JobCard job={job} within={within} sizes="260px" eager={false} />
          </div>
        )}
      </PagedList>
    </section>
  )
}
