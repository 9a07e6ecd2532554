import { useEffect } from 'react'
import { readJobEvent } from '../jobs/read-job.ts'
import type { Feed } from './create-feed.ts'

/** Not at once: the stream would compete with the first pictures, and says nothing that a look does not. */
const START_AFTER_MS = 1_500

/** Tells the feed what is finished while someone looks at it. */
export function useLiveFeed(feed: Feed): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const start = async () => {
      const { keepLive } = await import('../jobs/keep-live.ts')
      if (left) return
      stop = keepLive({
        path: '/job/finished/events',
        lookAgain: () => void feed.lookForNew(),
        onEvent: ({ type, data }) => type === 'job' && feed.arrive(readJobEvent(data)),
      })
    }
    // A chunk that did not arrive: the feed stands still, and Refresh is there.
    const timer = setTimeout(() => void start().catch(() => {}), START_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      stop?.()
    }
  }, [feed])
}
