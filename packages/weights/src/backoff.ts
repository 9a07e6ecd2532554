import { setTimeout as sleep } from 'node:timers/promises'

const BASE_MS = 500

/** Full jitter: many nodes that lost the same API must not reconnect at the same moment. */
export function backoffMs(tries: number, maxMs: number, random = Math.random): number {
  return Math.round(random() * Math.min(maxMs, BASE_MS * 2 ** Math.min(tries, 20)))
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}
