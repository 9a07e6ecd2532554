import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import type { OutboundResult } from '../outbound/open-outbound.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Outcome,
  recordOutcome,
  releaseDelivery,
} from './claim-deliveries.ts'
import { isSuccess, pauseAfter } from './delivery-rules.ts'
import { signedMessage } from './write-message.ts'

/** How often a process looks for due deliveries. */
const POLL_MS = 500

/** How many requests one process makes at once. */
const AT_ONCE = 64

/** How long a closing process waits for responses in progress. Deliveries without one are sent again by another process. */
const CLOSE_MS = 4_000

const ANSWER_LENGTH = 1_000

type SenderDeps = Pick<Deps, 'config' | 'db' | 'now' | 'outbound'>

export interface WebhookSender {
  close: () => Promise<void>
}

/** Sends due deliveries. Every API process does this; each delivery belongs to one process at a time. */
export function startWebhookSender(deps: SenderDeps, logger: Logger): WebhookSender {
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  const closing = new AbortController()
  const givingUp = new AbortController()
  let wake = Promise.withResolvers<void>()

  const send = async (delivery: ClaimedDelivery) => {
    try {
      await sendDelivery(deps, delivery, givingUp.signal)
    } catch (error) {
      // The lease lapses, and the delivery is sent again.
      logger.warn({ err: error }, 'what became of a webhook could not be written')
    }
    underWay.delete(delivery)
    wake.resolve()
  }

  const loop = async () => {
    while (!closing.signal.aborted) {
      wake = Promise.withResolvers()
      const claimed = await claimDeliveries(deps.db, roomFor([...underWay.keys()])).catch((error) => {
        logger.warn({ err: error }, 'webhooks could not be read')
        return []
      })
      for (const delivery of claimed) underWay.set(delivery, send(delivery))
      // If something was due there may be more, as soon as a request ends.
      if (claimed.length === 0 || underWay.size >= AT_ONCE)
        await Promise.race([...(underWay.size > 0 ? [wake.promise] : []), pause(POLL_MS, closing.signal)])
    }
  }
  const looping = loop()

  return {
    close: async () => {
      closing.abort()
      await looping
      const rest = Promise.all(underWay.values())
      await Promise.race([rest, pause(CLOSE_MS, givingUp.signal)])
      givingUp.abort()
      await rest
    },
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {})

function roomFor(underWay: ClaimedDelivery[]) {
  const counts: Record<string, number> = {}
  for (const { endpointId } of underWay) counts[endpointId] = (counts[endpointId] ?? 0) + 1
  const busy = underWay.filter(({ endpointId, atOnce }) => counts[endpointId]! >= atOnce)
  return {
    busy: [...new Set(busy.map(({ endpointId }) => endpointId))],
    underWay: counts,
    free: AT_ONCE - underWay.length,
  }
}

/** Sends one delivery and records the outcome. */
async function sendDelivery(
  { config, db, now, outbound }: SenderDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts, url } = delivery
  const { headers, body } = signedMessage(config, delivery, { attempt: attempts, now: now() })
  const begun = performance.now()
  const result = await outbound.post({ url, headers, body: Buffer.from(body), signal })
  if (result.failure === 'aborted') await releaseDelivery(db, [id, attempts])
  else await recordOutcome(db, delivery, outcomeOf(result, attempts, Math.round(performance.now() - begun)))
}

function outcomeOf(result: OutboundResult, attempts: number, ms: number): Outcome {
  if (result.failure !== undefined)
    return { ...nextTry(attempts), status: null, answer: null, error: result.message, ms }
  const { status, retryAfterMs } = result
  const response = { status, answer: readable(result.answer), error: null, ms }
  if (isSuccess(status)) return { state: 'delivered', pauseMs: null, ...response }
  return { ...(status === 410 ? FAILED : nextTry(attempts, retryAfterMs)), ...response }
}

const FAILED = { state: 'failed', pauseMs: null } as const

function nextTry(attempts: number, retryAfterMs?: number): Pick<Outcome, 'state' | 'pauseMs'> {
  const pauseMs = pauseAfter(attempts, { retryAfterMs, chance: Math.random() })
  return pauseMs === undefined ? FAILED : { state: 'waiting', pauseMs }
}

/** PostgreSQL stores no NUL. */
function readable(answer: Buffer): string {
  return answer.toString('utf8').replaceAll('\0', '').slice(0, ANSWER_LENGTH)
}
