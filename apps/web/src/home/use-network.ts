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

/** What the network is doing, asked again and again while the page is seen; `undefined` until it is known. */
export function useNetwork(): Network | undefined {
  const [network, setNetwork] = useState(() => {
    const stats = bootstrapAnswer(PATH)
    return stats ? networkIn(stats as RawStats) : undefined
  })
  useEffect(() => {
    let left = false
    const ask = async () => {
      if (document.hidden) return
      // The edge: what was known stays, the shell says if the network is away, and we ask again in a moment.
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
