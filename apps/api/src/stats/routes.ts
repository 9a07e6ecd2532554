import { getEarnings } from '@infra/protocol/credits'
import { getPerfStats } from '@infra/protocol/stats'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readEarnings } from './earnings.ts'
import { readPerfStats } from './perf-stats.ts'

/** However many dashboards are open, the database is queried once per second. */
const CACHED_MS = 1_000

export function perfStatsRoute(server: FastifyInstance, deps: Deps): void {
  const read = memoizeForMs(CACHED_MS, () => readPerfStats(deps.db))
  route(server, deps, getPerfStats, () => read())
}

export function statsRoutes(server: FastifyInstance, deps: Deps): void {
  perfStatsRoute(server, deps)
  route(server, deps, getEarnings, ({ caller }) => readEarnings(deps.db, caller.address))
}
