import type { DevlogEntry } from '@infra/protocol/devlog'
import { useEffect, useState } from 'react'

const KEY = 'infra.devlog-seen'

/** Which entries are new since the last visit in this browser. On the first visit all would be, so none is marked. */
export function useLastVisit(entries: readonly DevlogEntry[] | undefined): (entry: DevlogEntry) => boolean {
  const [seen] = useState(readSeen)
  const newest = entries?.[0]?.date.toISOString()
  useEffect(() => {
    if (newest) keepSeen(newest)
  }, [newest])
  return ({ date }) => date.getTime() > seen
}

function readSeen(): number {
  try {
    const seen = Date.parse(localStorage.getItem(KEY) ?? '')
    return Number.isNaN(seen) ? Number.POSITIVE_INFINITY : seen
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function keepSeen(date: string): void {
  try {
    localStorage.setItem(KEY, date)
  } catch {
    // Without storage, nothing is marked as new next time.
  }
}
