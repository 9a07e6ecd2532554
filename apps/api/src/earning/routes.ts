import { type Estimate, type EstimateQuery, getDemand, getEstimate } from '@infra/protocol/earning/estimates'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { cachedNetworkNow } from '../nodes/network-now.ts'
import { estimate } from './estimate.ts'
import { presentDemand } from './present-demand.ts'
import { readWeek } from './read-week.ts'
import type { Week } from './week.ts'

/**
 * A week changes little within a minute. A week that takes long to read is read less often, so that reading takes at most a hundredth of
 * the time.
 */
const WEEK_MS = 60_000
const TIMES_AS_LONG = 100
const ESTIMATE_MS = 10 * WEEK_MS
const ESTIMATES_MAX = 500

/** How long an estimate waits for those before it. */
const TURN_MS = 8_000

export function earningRoutes(server: FastifyInstance, deps: Deps): void {
  const readCached = cachedWeek(deps)
  const network = cachedNetworkNow(deps.db)

  route(server, deps, getDemand, async () => ({
    items: presentDemand(await readCached(), await network(), deps.config.appsOff),
  }))

  const estimateFor = cachedEstimates(deps, readCached)
  route(server, deps, getEstimate, ({ query }) => estimateFor(query))
}

function cachedWeek({ db }: Pick<Deps, 'db'>): () => Promise<Week> {
  let tookMs = 0
  const read = memoizeForMs(WEEK_MS, async () => {
    const start = performance.now()
    const week = await readWeek(db)
    tookMs = performance.now() - start
    return week
  })
  return () => read(Math.max(WEEK_MS, TIMES_AS_LONG * tookMs))
}

/** One at a time, because each takes up to a second of the processor; identical requests share a result. */
function cachedEstimates(deps: Deps, readCached: () => Promise<Week>) {
  const inTurn = limitConcurrency(1)
  const cached = new LRUCache<string, Promise<Estimate>>({ max: ESTIMATES_MAX, ttl: ESTIMATE_MS })

  async function compute(query: EstimateQuery): Promise<Estimate> {
    const week = await readCached()
    const waiting = { ms: TURN_MS, signal: new AbortController().signal }
    const answer = await inTurn(waiting, () => estimate(deps, week, query))
    if (!answer)
      throw new Refusal('dependency_unavailable', 'Many are asking for estimates right now.', {
        retryAfterSeconds: 5,
      })
    return answer
  }

  return (query: EstimateQuery): Promise<Estimate> => {
    const key = JSON.stringify(Object.entries({ ...query, apps: query.apps.toSorted() }).toSorted())
    const known = cached.get(key)
    if (known) return known
    const answer = compute(query)
    cached.set(key, answer)
    answer.catch(() => cached.delete(key))
    return answer
  }
}
