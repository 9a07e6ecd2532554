import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ListProgress } from '../list-progress.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../use-store.ts'
import { heartOf, hearts } from './hearts.ts'
import { JobCard } from './job-card.tsx'
import { myFavoritesQuery } from './job-queries.ts'

/** What one has liked, the latest first. */
export function MyFavorites({ address }: { address: string }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(myFavoritesQuery(address), queryClient)
  const marks = useStore(hearts)
  const jobs = useMemo(
    () => data?.pages.flatMap(({ items }) => items).filter((job) => heartOf(job, marks).favorite) ?? [],
    [data, marks],
  )
  const within = useMemo(() => ({ ids: () => jobs.map(({ id }) => id) }), [jobs])
  return (
    <>
      <ListProgress error={error} isPending={isPending} onRetry={() => void refetch()} />
      {data && jobs.length === 0 && (
        <p className="text-muted">Nothing yet. The heart on a result in the feed keeps it here.</p>
      )}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 empty:hidden sm:grid-cols-3">
        {jobs.map((job) => (
          <li key={job.id} className="relative min-w-0">
            <JobCard job={job} within={within} sizes="220px" eager={false} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older favourites
        </Button>
      )}
    </>
  )
}
