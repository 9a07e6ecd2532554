import { noticeServerTime } from '../bootstrap/server-time.ts'
import { noticeRequest } from '../diagnostics/recent-request-ids.ts'
import { createStore } from '../store/store.ts'

type Reach = 'reachable' | 'unreachable' | 'offline'

/** Whether the network can be reached, according to the last requests. */
export const reachability = createStore<Reach>('reachable')

const RETRY_MS = 3000

/** Longer than the API itself waits for anything; after that, no response will come. */
const ANSWER_MS_MAX = 20_000

/** A fetch that times out, and updates `reachability` if there was no response. */
export async function watchedFetch(address: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const silence = new AbortController()
  const timer = hasNoTimeout(options) ? undefined : setTimeout(() => silence.abort(), ANSWER_MS_MAX)
  const ends = options.signal ? [options.signal, silence.signal] : [silence.signal]
  try {
    const response = await fetch(address, { ...options, signal: AbortSignal.any(ends) })
    noticeServerTime(response.headers.get('date'))
    noticeRequest(response)
    if (isFromGateway(response)) noticeUnreachable()
    return response
  } catch (error) {
    if (!options.signal?.aborted) noticeUnreachable()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** An upload may take long, and an event stream has its own timeout. */
function hasNoTimeout({ body, headers }: RequestInit): boolean {
  return body instanceof FormData || new Headers(headers).get('accept')?.includes('event-stream') === true
}

/** Listens to the browser, and polls the network while it is unreachable. Returns the function that stops it. */
export function watchReachability(): () => void {
  const goneOffline = () => reachability.set('offline')
  const backOnline = () => void checkHealth()
  addEventListener('offline', goneOffline)
  addEventListener('online', backOnline)
  if (!navigator.onLine) goneOffline()

  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const pollWhileUnreachable = () => {
    clearTimeout(timer)
    if (isStopped || reachability.get() === 'reachable') return
    timer = setTimeout(() => void checkHealth().finally(pollWhileUnreachable), retryDelayMs())
  }
  pollWhileUnreachable()
  const unsubscribe = reachability.subscribe(pollWhileUnreachable)

  return () => {
    isStopped = true
    unsubscribe()
    clearTimeout(timer)
    removeEventListener('offline', goneOffline)
    removeEventListener('online', backOnline)
  }
}

/** With jitter, so that not all pages ask at the same moment when the network is back. */
function retryDelayMs(): number {
  return RETRY_MS * (0.75 + Math.random() / 2)
}

/** Only a gateway sends these; the API never does. */
function isFromGateway({ status }: Response): boolean {
  return status === 502 || status === 504
}

function noticeUnreachable(): void {
  reachability.set(navigator.onLine ? 'unreachable' : 'offline')
}

async function checkHealth(): Promise<void> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' })
    reachability.set(ok ? 'reachable' : 'unreachable')
  } catch {
    // Still unreachable, which the banner already says.
    noticeUnreachable()
  }
}
