import type { Job } from '@infra/protocol/jobs'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import type { Feed as FeedOfJobs } from '../feed/create-feed.ts'
import { FeedSearch } from '../feed/feed-search.tsx'
import { FeedSkeleton } from '../feed/feed-skeleton.tsx'
import { FeedToolbar } from '../feed/feed-toolbar.tsx'
import { FeedWall } from '../feed/feed-wall.tsx'
import { feedOf } from '../feed/feeds.ts'
import type { FeedOrder } from '../feed/read-feed.ts'
import { useLiveFeed } from '../feed/use-live-feed.ts'
import { JobCard } from '../jobs/lists/job-card.tsx'
import { type Search, usePageLocation } from '../navigation/navigation.ts'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { CatchBoundary } from '../ui/catch-boundary.tsx'
import { useIsHydrating } from '../ui/use-is-hydrating.ts'

// Loaded only for an empty feed.
const NothingYet = lazy(async () => ({ default: (await import('../feed/nothing-yet.tsx')).NothingYet }))
const NothingFound = lazy(async () => ({ default: (await import('../feed/nothing-found.tsx')).NothingFound }))

export function Feed() {
  const reader = readerOf(useAccount())
  const { search } = usePageLocation()
  const appId = search.app || undefined
  const order = orderIn(search)
  const feed = feedOf(appId, reader, order)
  useLiveFeed(feed)
  useEffect(() => {
    void feed.open()
  }, [feed])
  return (
    <>
      <h1 className="sr-only">Feed</h1>
      <FeedToolbar feed={feed} appId={appId} order={order} />
      <FeedSearch feed={feed} appId={appId} order={order} />
      <FeedBody feed={feed} appId={appId} order={order} />
    </>
  )
}

/** An unknown order means the default one. */
function orderIn({ q, sort }: Search): FeedOrder {
  return { q: q?.trim() || undefined, sort: sort === 'new' || sort === 'liked' ? sort : undefined }
}

interface FeedBodyProps {
  feed: FeedOfJobs
  appId: string | undefined
  order: FeedOrder
}

function FeedBody({ feed, appId, order }: FeedBodyProps) {
  const hydrating = useIsHydrating()
  const { jobs, phase } = useStore(feed.state)
  const card = useMemo(() => {
    const within = { ids: () => feed.state.get().jobs.map(({ id }) => id), more: () => void feed.more() }
    return (job: Job, place: { sizes: string; eager: boolean }) => (
      <JobCard job={job} within={within} {...place} />
    )
  }, [feed])
  if (jobs.length > 0) return <FeedWall feed={feed} card={card} />
  if (phase === 'failed') return <FeedFailed onRetry={() => void feed.more()} />
  if (phase !== 'ended' || hydrating) return <FeedSkeleton />
  return (
    <CatchBoundary fallback={PlainNothingYet}>
      <Suspense fallback={<FeedSkeleton />}>
        {feed.isRanked ? (
          <NothingFound q={order.q} filtered={appId !== undefined} />
        ) : (
          <NothingYet filtered={appId !== undefined} />
        )}
      </Suspense>
    </CatchBoundary>
  )
}

/** Used if the code of the illustrated one didn't load. */
function PlainNothingYet() {
  return <h2 className="min-h-96 py-10 text-3xl/9 font-semibold tracking-tight">Nothing here yet.</h2>
}

function FeedFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <section role="alert" className="flex min-h-96 flex-col items-start gap-5 py-10">
      <h2 className="text-3xl/9 font-semibold tracking-tight">Couldn’t load the feed</h2>
      <p className="max-w-xl text-lg/7 text-muted">
        Infra may be down, or you may be offline. Nothing is lost.
      </p>
      <Button variant="primary" icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </section>
  )
}
