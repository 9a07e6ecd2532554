import { pause } from '@infra/weights/backoff'
import type { Pace } from '@infra/weights/download'
import type { Config } from '../config.ts'

/** How much may pass at once after a quiet period. */
const BURST_MS = 250
const BYTES_PER_MBIT = 125_000

/** The limits on what this process receives and sends, for weights, job files and updates together. */
export interface Bandwidth {
  down?: Pace
  up?: Pace
  /** If sending is limited, results are sent one after the other, because the API waits at most five minutes for one of them. */
  sequentially: <T>(send: () => Promise<T>) => Promise<T>
}

export function limitBandwidth({ downMbit, upMbit }: Config['bandwidth']): Bandwidth {
  return {
    down: downMbit === undefined ? undefined : tokenBucket(downMbit),
    up: upMbit === undefined ? undefined : tokenBucket(upMbit),
    sequentially: upMbit === undefined ? (send) => send() : oneAfterTheOther(),
  }
}

/** Each caller waits behind all earlier ones, so that simultaneous transfers get equal shares. */
export function tokenBucket(mbit: number, now = () => performance.now(), wait = pause): Pace {
  const bytesPerMs = (mbit * BYTES_PER_MBIT) / 1000
  /** When the time for everything admitted so far is over. */
  let usedUntil = -Infinity
  return async (bytes, signal) => {
    const at = now()
    usedUntil = Math.max(usedUntil, at - BURST_MS) + bytes / bytesPerMs
    if (usedUntil > at) await wait(usedUntil - at, signal)
  }
}

/** For `pipeline`: the same bytes, no faster than the limit. */
export function paced(pace: Pace | undefined, signal?: AbortSignal) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await pace?.(chunk.length, signal)
      yield chunk
    }
  }
}

function oneAfterTheOther(): Bandwidth['sequentially'] {
  let last: Promise<unknown> = Promise.resolve()
  return (send) => {
    const sent = last.then(send)
    last = sent.catch(() => {})
    return sent
  }
}
