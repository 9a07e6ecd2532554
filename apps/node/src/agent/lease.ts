import {
  type Assignment,
  BEAT_SECONDS,
  BEAT_TEXT_CHARACTERS_MAX,
  leaseOf,
  renewLease,
} from '@infra/protocol/attempts'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { pause } from '@infra/weights/backoff'
import { LEASED_BACKOFF_MS_MAX, waitMs } from './retry.ts'
import type { NodeCall } from './session.ts'

/** Short jobs end before anyone could watch or cancel them, so they send no heartbeat. */
const FIRST_BEAT_MS = 1_000
const AT_ONCE_MS = 500
const IN_BETWEEN_MS = 3_000
/** Watchers get no more updates than this. */
const REPORT_MS = 500
const STAGE_LENGTH_MAX = 80

export interface Lease {
  /** Aborts, with the refusal as its reason, when the job is no longer ours. */
  lost: AbortSignal
  progress: (part: number, stage: string) => void
  text: (append: string) => void
  /** A small WebP. */
  preview: (picture: Buffer) => void
  /** From now on only the response to the finish request counts: if that got lost, the finish itself may have ended the lease. */
  startFinishing: () => void
  stop: () => void
}

const lostCodes: readonly ErrorCode[] = [
  'job_cancelled',
  'job_expired',
  'lease_lost',
  'not_found',
  'url_invalid',
]

export function isLost(error: unknown): error is Refusal {
  return error instanceof Refusal && lostCodes.includes(error.code)
}

/**
 * Renews the lease as long as the work takes. One heartbeat is always pending at the API, which responds right away when the job is
 * cancelled; progress is sent in separate calls. While the API is down we keep working, because only the API can say that the lease is lost.
 */
export function holdLease(call: NodeCall, assignment: Assignment): Lease {
  const lost = new AbortController()
  const stopped = new AbortController()
  let isFinishing = false
  const news = createNews()

  const lose = (error: unknown) => {
    if (isLost(error) && !isFinishing) lost.abort(error)
  }

  async function keepBeating(): Promise<void> {
    await pause(FIRST_BEAT_MS, stopped.signal)
    for (let failures = 0; !lost.signal.aborted; ) {
      try {
        const startedAt = performance.now()
        const input = { ...leaseOf(assignment), query: { wait: BEAT_SECONDS }, body: {} }
        await call(renewLease, input, { seconds: BEAT_SECONDS + 10, signal: stopped.signal })
        failures = 0
        // An API that is about to restart responds to long polls right away.
        if (performance.now() - startedAt < AT_ONCE_MS) await pause(IN_BETWEEN_MS, stopped.signal)
      } catch (error) {
        lose(error)
        failures += 1
        await pause(waitMs(error, failures, LEASED_BACKOFF_MS_MAX), stopped.signal)
      }
    }
  }

  async function keepReporting(): Promise<void> {
    let failure: unknown
    for (let failures = 0; !lost.signal.aborted; ) {
      await news.exists()
      await pause(failures > 0 ? waitMs(failure, failures, LEASED_BACKOFF_MS_MAX) : REPORT_MS, stopped.signal)
      try {
        const input = { ...leaseOf(assignment), query: {}, body: news.body() }
        await call(renewLease, input, { seconds: BEAT_SECONDS, signal: stopped.signal })
        news.delivered()
        failures = 0
      } catch (error) {
        lose(error)
        failure = error
        failures += 1
      }
    }
  }

  // Both loops end when they are stopped, during a pause or a call.
  keepBeating().catch(() => {})
  keepReporting().catch(() => {})
  return {
    lost: lost.signal,
    progress: news.progress,
    text: news.text,
    preview: news.preview,
    startFinishing: () => {
      isFinishing = true
    },
    stop: () => stopped.abort(),
  }
}

interface Body {
  progress?: { part: number; stage: string }
  text?: { at: number; append: string }
  preview?: string
}

/** What remains to be sent: only the latest progress and preview, but all text; text that may have arrived is sent again unchanged. */
function createNews() {
  let progress: Body['progress']
  let preview: Body['preview']
  let sent: Body = {}
  let written = ''
  let at = 0
  let waiting = Promise.withResolvers<void>()

  return {
    exists: () => (progress || preview || written || sent.text ? Promise.resolve() : waiting.promise),
    progress: (part: number, stage: string) => {
      progress = {
        part: Math.max(0, Math.min(1, part)),
        stage: [...stage].slice(0, STAGE_LENGTH_MAX).join(''),
      }
      waiting.resolve()
    },
    preview: (picture: Buffer) => {
      preview = picture.toString('base64')
      waiting.resolve()
    },
    text: (append: string) => {
      written += append
      waiting.resolve()
    },
    body: (): Body => {
      sent = {
        ...(progress && { progress }),
        ...(preview && { preview }),
        ...(sent.text ? { text: sent.text } : nextText()),
      }
      return sent
    },
    delivered: () => {
      if (sent.progress === progress) progress = undefined
      if (sent.preview === preview) preview = undefined
      if (sent.text) at += [...sent.text.append].length
      sent = {}
      waiting = Promise.withResolvers<void>()
      if (progress || preview || written) waiting.resolve()
    },
  }

  function nextText(): Pick<Body, 'text'> {
    if (!written) return {}
    // Not within a surrogate pair, because half a character can't be sent.
    const end = /[\ud800-\udbff]/.test(written[BEAT_TEXT_CHARACTERS_MAX - 1] ?? '')
      ? BEAT_TEXT_CHARACTERS_MAX - 1
      : BEAT_TEXT_CHARACTERS_MAX
    const text = { at, append: written.slice(0, end) }
    written = written.slice(end)
    return { text }
  }
}
