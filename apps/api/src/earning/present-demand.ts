import { catalogue } from '@infra/protocol/apps/catalogue'
import type { AppDemand } from '@infra/protocol/earning/estimates'
import type { NetworkNow } from '../nodes/network-now.ts'
import { HOUR_MS, type Week } from './week.ts'

/** The demand by app, from the current counts and the jobs of the week. */
export function presentDemand(week: Week, network: NetworkNow, appsOff: ReadonlySet<string>): AppDemand[] {
  const jobs = Map.groupBy(week.jobs, ({ appId }) => appId)
  const scale = HOUR_MS / week.windowMs / week.share
  return catalogue
    .filter(({ id, state }) => state === 'published' && !appsOff.has(id))
    .map(({ id, price }) => {
      const ordered = jobs.get(id) ?? []
      const waits = ordered.flatMap(({ waitedMs }) => waitedMs ?? []).toSorted((a, b) => a - b)
      return {
        appId: id,
        price,
        waiting: network.queued[id] ?? 0,
        nodes: network.apps[id]?.able ?? 0,
        jobs: Math.round(ordered.length * scale),
        unserved: Math.round(ordered.filter(({ isUnserved }) => isUnserved).length * scale),
        waitP50Seconds: secondsAt(waits, 0.5),
        waitP90Seconds: secondsAt(waits, 0.9),
      }
    })
}

function secondsAt(sorted: readonly number[], share: number): number | null {
  const ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return ms === undefined ? null : Math.round(ms) / 1_000
}
