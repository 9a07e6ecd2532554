import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { itemsOf, PagedList } from '../../lists/paged-list.tsx'
import { useStore } from '../../store/use-store.ts'
import { myFavoritesQuery } from '../job-queries.ts'
import { JobCard } from '../lists/job-card.tsx'
import { favoriteOf, favorites } from './favorites.ts'

/** A person's favorites, latest first. */
export function MyFavorites({ address }: { address: string }) {
  const list = useInfiniteQuery(myFavoritesQuery(address), queryClient)
  const { data } = list
  const changes = useStore(favorites)
  const jobs = useMemo(
    () => itemsOf({ data }).filter((job) => favoriteOf(job, changes).favorite),
    [data, changes],
  )
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <PagedList
      list={list}
      items={jobs}
      keyOf={({ id }) => id}
      nothing="Nothing yet. Tap the heart on a result in the feed to keep it here."
      older="Older favourites"
      className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3"
    >
      {(job) => (
        <div className="relative">
          <JobCard job={job} within={within} sizes="220px" eager={false} />
        </div>
      )}
    </PagedList>
  )
}
