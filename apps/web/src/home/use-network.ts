import type { getPerfStats } from '@infra/protocol/stats'
import { useEffect, useState } from 'react'
import { toastFailedCall } from '../api/failed-calls.ts'
import { type Raw, readSameOrigin } from '../api/read-raw.ts'
import { bootstrapAnswer, hasCurrentAnswer } from '../bootstrap/bootstrap-data.ts'

const PATH = '/perf-stats'
type RawStats = Raw<typeof getPerfStats>
const REFETCH_MS = 5_000

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
    /**
     * If there are no figures to show, the first failure is worth a message; otherwise the last ones stay, and the next poll tries again.
     */
    let isSilent = bootstrapAnswer(PATH) !== undefined
    const refetch = async () => {
      if (document.hidden) return
      try {
        const stats = await readSameOrigin<typeof getPerfStats>(PATH)
        if (!left) setNetwork(networkIn(stats))
      } catch (error) {
        if (!isSilent && !left) toastFailedCall(error as Error)
      }
      isSilent = true
    }
    if (!hasCurrentAnswer(PATH)) void refetch()
    const timer = setInterval(refetch, REFETCH_MS)
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
