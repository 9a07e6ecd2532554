import { createEventParser, type StreamEvent } from './parse-events.ts'

export interface EventSource {
  /** Who is asking: what the browser's own EventSource cannot send. */
  headers: () => Promise<Record<string, string>>
  url: string
  fetch?: typeof fetch
}

export interface EventListener {
  onEvent: (event: StreamEvent) => void
  /** The connection stands and bytes come through it. Not resumed: what happened before is not told. */
  onOpen: (opened: { resumed: boolean }) => void
  /** Nothing comes through for now; trying again by itself. Refused: the server asked to stay away for a while. */
  onLost: (lost: { refused: boolean }) => void
  /** There is nothing to watch, and will not be. */
  onGone: () => void
}

export const FIRST_BYTE_MS = 5_000
/** The server says every 15 s that it is there; three times missed, and it is not. */
export const SILENCE_MS = 45_000
const RETRY_MS = 2_000
const RETRY_MS_MAX = 30_000

/** Reads a stream of events until stopped: connects again where it breaks, and goes on where it was. */
export function readEvents(
  source: EventSource,
  listener: EventListener,
  lastEventId?: string,
): { stop: () => void; lastEventId: () => string | undefined } {
  const stopped = new AbortController()
  const place: Place = { last: lastEventId, retryMs: RETRY_MS, refusedMs: 0 }

  async function keepReading(): Promise<void> {
    for (let failures = 0; !stopped.signal.aborted; ) {
      const outcome = await readOnce(source, listener, place, stopped.signal)
      if (stopped.signal.aborted) return
      if (outcome === 'gone') return listener.onGone()
      // Its token ran out; the next one is renewed on the way.
      if (outcome === 'renew') continue
      failures = outcome === 'ended' ? 0 : failures + 1
      listener.onLost({ refused: place.refusedMs > 0 })
      await wait(Math.max(delayFor(failures, place.retryMs), place.refusedMs), stopped.signal)
    }
  }

  void keepReading()
  return { stop: () => stopped.abort(), lastEventId: () => place.last }
}

interface Place {
  last: string | undefined
  retryMs: number
  /** How long the server asked to stay away when it last refused; 0 where it did not. */
  refusedMs: number
}

type Outcome = 'gone' | 'renew' | 'ended' | 'failed'

async function readOnce(
  { url, headers, fetch: send = fetch }: EventSource,
  listener: EventListener,
  place: Place,
  stopped: AbortSignal,
): Promise<Outcome> {
  place.refusedMs = 0
  const silence = new AbortController()
  let patience = setTimeout(() => silence.abort(), FIRST_BYTE_MS)
  try {
    const response = await send(url, {
      headers: { ...(await headers()), accept: 'text/event-stream', ...resumeHeader(place.last) },
      cache: 'no-store',
      signal: AbortSignal.any([stopped, silence.signal]),
    })
    place.refusedMs = refusedMsOf(response)
    if ([400, 403, 404, 410].includes(response.status)) return 'gone'
    if (!response.ok || !response.body) return 'failed'
    const parse = createEventParser()
    const reader = response.body.getReader()
    for (let opened = false; ; opened = true) {
      const { done, value } = await reader.read()
      if (done) return opened ? 'ended' : 'failed'
      clearTimeout(patience)
      patience = setTimeout(() => silence.abort(), SILENCE_MS)
      if (!opened) listener.onOpen({ resumed: place.last !== undefined })
      const { events, retryMs } = parse(value)
      place.retryMs = retryMs ?? place.retryMs
      for (const event of events) {
        if (event.type === 'auth') return 'renew'
        place.last = event.type === 'reset' ? undefined : (event.id ?? place.last)
        listener.onEvent(event)
      }
    }
  } catch {
    // The edge: whatever broke the connection, the answer is to make another.
    return 'failed'
  } finally {
    clearTimeout(patience)
    silence.abort()
  }
}

/** Spread over half as long again, so that those who were refused together do not come back together. */
function refusedMsOf({ status, headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return status === 429 && seconds > 0 ? seconds * 1000 * (1 + Math.random() / 2) : 0
}

function resumeHeader(last: string | undefined): Record<string, string> {
  return last === undefined ? {} : { 'last-event-id': last }
}

/** Doubles with each failure, and is never quite the same for two: a server that comes back is not stormed. */
function delayFor(failures: number, retryMs: number): number {
  return Math.min(retryMs * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX) * (0.75 + Math.random() / 2)
}

function wait(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      stopped.removeEventListener('abort', finish)
      done()
    }
    const timer = setTimeout(finish, ms)
    // No need to wait any longer once the browser is back online.
    addEventListener('online', finish)
    stopped.addEventListener('abort', finish)
  })
}
