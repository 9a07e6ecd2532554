import type { ARRIVAL_BLOCK_ID, Arrival } from '@infra/protocol/arrival'
import { logError } from './log.ts'
import { noticeServerTime } from './server-time.ts'

const BLOCK_ID: typeof ARRIVAL_BLOCK_ID = 'arrival'

/** Later than this whoever comes to a screen wants to know what is now, not what was when the page came. */
const GOOD_FOR_MS = 5_000

const readAt = performance.now()
const answers = readAnswers()

/** What the server put into the page, so that the first screen need not ask for it; `undefined` where it must. */
export function arrived(path: string): unknown {
  return performance.now() - readAt < GOOD_FOR_MS ? answers[path] : undefined
}

function readAnswers(): Arrival['answers'] {
  const written = document.getElementById(BLOCK_ID)?.textContent
  // Whoever comes back may be shown the page as it was an hour ago.
  const [visit] = performance.getEntriesByType('navigation') as { type?: string }[]
  if (!written || visit?.type === 'back_forward') return {}
  try {
    const arrival: Arrival = JSON.parse(written)
    noticeServerTime(arrival.at)
    return arrival.answers
  } catch (error) {
    logError('What came with the page cannot be read; asking for it.', error)
    return {}
  }
}
