import type { getPerfStats } from '@infra/protocol/stats'
import { useEffect, useState } from 'react'
import { bootstrapAnswer, hasCurrentAnswer } from '../bootstrap/bootstrap-data.ts'
import { type Raw, readRaw } from '../read-raw.ts'

const PATH = '/perf-stats'
type RawStats = Raw<typeof getPerfStats>
const ASKED_EVERY_MS = 5_000

export interface Network {
  online: number
  running: number
  queued: number
  /** In the last 24 hours. */
  finished: number
}

/** The current figures of the network, polled while the page is visible; `undefined` until they are loaded. */
export function useNetwork(): Network | undefined {
  const [network, setNetwork] = useState(() => {
    const stats = bootstrapAnswer(PATH)
    return stats ? networkIn(stats as RawStats) : undefined
  })
  useEffect(() => {
    let left = false
    const ask = async () => {
      if (document.hidden) return
      // On failure the last figures stay. The shell says that the network is unreachable, and the next poll tries again.
      const stats = await readRaw<typeof getPerfStats>(PATH).catch(() => undefined)
      if (stats && !left) setNetwork(networkIn(stats))
    }
    if (!hasCurrentAnswer(PATH)) void ask()
    const timer = setInterval(ask, ASKED_EVERY_MS)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [])
  return network
}

function networkIn({ now, hours }: RawStats): Network {
  return {
    online: now.nodesOnline,
    running: now.running,
    queued: now.queued,
    finished: hours.reduce((sum, hour) => sum + hour.finished, 0),
  }
}
