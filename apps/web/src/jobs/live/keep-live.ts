import { lightAuthorization, lightRenewingFetch } from '../../api/light-authorization.ts'
import { configuration } from '../../bootstrap/configuration.ts'
import type { StreamEvent } from './parse-events.ts'
import { shareEvents } from './share-events.ts'

export interface LiveOptions {
  /** Below the API's prefix. */
  path: string
  onEvent: (event: StreamEvent) => void
  /** Loads again: if something may have been missed, and every few seconds while no stream works. */
  refetch: () => void
}

/** A stream that a proxy holds back must not leave the page outdated for longer than this. */
const DISCONNECT_MS = 8_000
const POLL_MS = 5_000

/** Keeps something up to date while the tab is visible. Returns a function that ends it. */
export function keepLive({ path, onEvent, refetch }: LiveOptions): () => void {
  let stopStream: (() => void) | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let pollDelay: ReturnType<typeof setTimeout> | undefined

  const stopPolling = () => {
    clearTimeout(pollDelay)
    clearInterval(polling)
    pollDelay = polling = undefined
  }
  const pollUnlessConnected = () => {
    pollDelay ??= setTimeout(() => {
      refetch()
      polling = setInterval(refetch, POLL_MS)
    }, DISCONNECT_MS)
  }
  const start = () => {
    if (stopStream) return
    pollUnlessConnected()
    stopStream = shareEvents(
      { url: configuration.apiPrefix + path, headers: lightAuthorization, fetch: lightRenewingFetch(fetch) },
      {
        onOpen: ({ resumed }) => {
          stopPolling()
          if (!resumed) refetch()
        },
        onEvent: (event) => (event.type === 'reset' ? refetch() : onEvent(event)),
        onLost: ({ refused }) => {
          if (!refused) return pollUnlessConnected()
          // Polling every few seconds would cost more than the stream that there's no room for, so poll once per try.
          stopPolling()
          refetch()
        },
        onGone: () => {
          stopPolling()
          refetch()
        },
      },
    )
  }
  const stop = () => {
    stopPolling()
    stopStream?.()
    stopStream = undefined
  }
  // A hidden tab needn't be up to date; when it's shown again, it loads first.
  const followVisibility = () => (document.hidden ? stop() : start())
  document.addEventListener('visibilitychange', followVisibility)
  if (!document.hidden) start()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    stop()
  }
}
