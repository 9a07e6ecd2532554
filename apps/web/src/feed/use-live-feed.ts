import type { FinishedEvent } from '@infra/protocol/jobs'
import { useEffect } from 'react'
import type { Feed } from './create-feed.ts'

/** Not right away, because the stream would compete with the first pictures and reports nothing that loading the feed doesn't. */
const START_AFTER_MS = 1_500

/** Announces to the feed what finishes while it's shown. */
export function useLiveFeed(feed: Feed): void {
  useEffect(() => {
    if (feed.isRanked) return
    let stop: (() => void) | undefined
    let left = false
    const start = async () => {
      const { keepLive } = await import('../jobs/live/keep-live.ts')
      if (left) return
      stop = keepLive({
        path: '/job/finished/events',
        refetch: () => void feed.fetchNew(),
        onEvent: ({ type, data }) => type === 'finished' && feed.announce(JSON.parse(data) as FinishedEvent),
      })
    }
    // If its code doesn't load, the feed stays as it is, and Refresh still works.
    const timer = setTimeout(() => void start().catch(() => {}), START_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      stop?.()
    }
  }, [feed])
}
