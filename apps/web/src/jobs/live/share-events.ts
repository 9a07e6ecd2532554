import type { StreamEvent } from './parse-events.ts'
import { type EventListener, type EventSource, readEvents } from './read-events.ts'

type Message =
  | { what: 'event'; event: StreamEvent }
  | { what: 'open'; resumed: boolean; to?: string }
  | { what: 'lost'; refused: boolean }
  | { what: 'gone' }
  | { what: 'hello'; from: string }

/**
 * One stream for all tabs of a browser: over HTTP/1.1 it has only six connections, and twenty tabs would leave none for pages. The tab with
 * the lock reads and forwards to the others; when it's closed or hidden, another one takes over.
 */
export function shareEvents(source: EventSource, listener: EventListener): () => void {
  const stopped = new AbortController()
  if (!navigator.locks || !globalThis.BroadcastChannel) {
    const { stop } = readEvents(source, listener)
    return stop
  }
  const name = `infra.events ${source.url}`
  const me = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const post = (message: Message) => channel.postMessage(message)
  let last: string | undefined
  let leading = false
  let open = false

  const handle = (message: Message) => {
    switch (message.what) {
      case 'event':
        last = message.event.type === 'reset' ? undefined : (message.event.id ?? last)
        return listener.onEvent(message.event)
      case 'open':
        // A response to a greeting is only for the tab that greeted; otherwise each new tab would make all others load again.
        if (message.to !== undefined && (message.to !== me || open)) return
        open = true
        return listener.onOpen(message)
      case 'lost':
        open = false
        return listener.onLost(message)
      case 'gone':
        return listener.onGone()
      case 'hello':
        // A tab that came later has missed earlier events, so it loads by itself and listens from now on.
        if (leading && open) post({ what: 'open', resumed: false, to: message.from })
    }
  }
  const both = (message: Message) => {
    handle(message)
    post(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => handle(data)
  post({ what: 'hello', from: me })

  const lead = () =>
    new Promise<void>((done) => {
      leading = true
      // The open stream belonged to another tab.
      open = false
      const { stop } = readEvents(
        source,
        {
          onEvent: (event) => both({ what: 'event', event }),
          onOpen: ({ resumed }) => both({ what: 'open', resumed }),
          onLost: ({ refused }) => both({ what: 'lost', refused }),
          onGone: () => both({ what: 'gone' }),
        },
        last,
      )
      stopped.signal.addEventListener('abort', () => {
        stop()
        done()
      })
    })
  // Aborted while waiting for its turn, so it never had one.
  navigator.locks.request(name, { signal: stopped.signal }, lead).catch(() => {})
  return () => {
    stopped.abort()
    channel.close()
  }
}
