import { useEffect, useState } from 'react'
import { serverNow } from '../../bootstrap/server-time.ts'
import { digitsThatTick, earnedAt, type Reading } from '../reward-rules.ts'
import { shownTokens } from '../token-amount.ts'

const SECOND_MS = 1_000

/** Computed between readings, so that it changes every second and not only with each block. */
export function TickingRewards({ reading }: { reading: Reading }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const now = BigInt(Math.floor(serverNow() / SECOND_MS))
  return shownTokens(earnedAt(reading, now), { digits: digitsThatTick(reading), fixed: true })
}
