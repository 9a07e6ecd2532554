import type { ARRIVAL_BLOCK_ID, Arrival } from '@infra/protocol/pages/arrival'
import { logError } from './log.ts'
import { noticeServerTime } from './server-time.ts'

const BLOCK_ID: typeof ARRIVAL_BLOCK_ID = 'arrival'

/** Later than this whoever comes to a screen wants to know what is now, not what was when the page came. */
const GOOD_FOR_MS = 5_000

const nothing: Arrival = { at: '', answers: {} }

let arrival = globalThis.document ? readArrival() : nothing

/** When the first screen was taken over, which shows what came however long its scripts took. */
let endedAt: number | undefined

/** What the server put into the page, so that the first screen need not ask for it; `undefined` where it must. */
export function arrived(path: string): unknown {
  const isGood = endedAt === undefined || performance.now() - endedAt < GOOD_FOR_MS
  return isGood ? arrival.answers[path] : undefined
}

/** What the server drew is on the screen and alive. */
export function endArrival(): void {
  endedAt = performance.now()
}

/** Whether it came and is of now, so that nobody need ask again. */
export function isKnown(path: string): boolean {
  return arrived(path) !== undefined && isOfNow()
}

/** When the server wrote the page, by its clock. */
export function arrivedAt(): number {
  return Date.parse(arrival.at)
}

/** Whether there is anything that the server can have drawn from. */
export function hasArrived(): boolean {
  return arrival !== nothing
}

/** For the server, which draws one page after the other. */
export function bringArrival(brought: Arrival): void {
  arrival = brought
  endedAt = undefined
}

/** Whoever comes back may be shown the page as it was an hour ago. */
function isOfNow(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as { type?: string }[]
  return visit?.type !== 'back_forward'
}

function readArrival(): Arrival {
  const written = document.getElementById(BLOCK_ID)?.textContent
  if (!written) return nothing
  try {
    const read: Arrival = JSON.parse(written)
    if (isOfNow()) noticeServerTime(read.at)
    return read
  } catch (error) {
    logError('What came with the page cannot be read; asking for it.', error)
    return nothing
  }
}
