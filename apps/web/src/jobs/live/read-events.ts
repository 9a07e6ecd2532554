import { createEventParser, type StreamEvent } from './parse-events.ts'

export interface EventSource {
  /** The authorization, which the browser's own EventSource can't send. */
  headers: () => Promise<Record<string, string>>
  url: string
  fetch?: typeof fetch
}

export interface EventListener {
  onEvent: (event: StreamEvent) => void
  /** The connection is open and bytes come through. Not resumed: earlier events aren't sent. */
  onOpen: (opened: { resumed: boolean }) => void
  /** Nothing comes through for now; it retries by itself. Refused: the server asked to stay away for a while. */
  onLost: (lost: { refused: boolean }) => void
  /** There's nothing to watch, and there won't be. */
  onGone: () => void
}

export const FIRST_BYTE_MS = 5_000
/** The server sends a sign of life every 15 s; after three missed ones it counts as gone. */
export const IDLE_TIMEOUT_MS = 45_000
const RETRY_MS = 2_000
const RETRY_MS_MAX = 30_000

/** Reads a stream of events until stopped: reconnects when it breaks, and resumes where it stopped. */
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
      // Its token expired; the next try renews it.
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
  /** How long the server asked to stay away at its last refusal; 0 if it didn't. */
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
  let timeout = setTimeout(() => silence.abort(), FIRST_BYTE_MS)
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
      clearTimeout(timeout)
      timeout = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS)
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
    // Whatever broke the connection, make another one.
    return 'failed'
  } finally {
    clearTimeout(timeout)
    silence.abort()
  }
}

/** Varies by half as much again, so that clients that were refused together don't come back together. */
function refusedMsOf({ status, headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return status === 429 && seconds > 0 ? seconds * 1000 * (1 + Math.random() / 2) : 0
}

function resumeHeader(last: string | undefined): Record<string, string> {
  return last === undefined ? {} : { 'last-event-id': last }
}

/** Doubles with each failure and is random, so that clients don't all reconnect at once when a server comes back. */
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
    // Don't wait any longer once the browser is back online.
    addEventListener('online', finish)
    stopped.addEventListener('abort', finish)
  })
}
