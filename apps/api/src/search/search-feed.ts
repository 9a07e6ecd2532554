import { setTimeout as pause } from 'node:timers/promises'
import type { SearchSort } from '@infra/protocol/jobs/search-jobs'
import { PAGE_LIMIT } from '@infra/protocol/values/page'
import type { FastifyBaseLogger } from 'fastify'
import { openEmbedder } from '../chat/knowledge/open-embedder.ts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { type JobRow, listFeed } from '../jobs/job-queries.ts'
import { nameKey } from '../users/name-key.ts'
import { followSigns } from './follow-signs.ts'
import { exactOrAll, type Ranked, rankMatches } from './ranking-rules.ts'
import { type Candidate, likesOf, listByIds, listCandidates, listMostLiked } from './search-queries.ts'
import { cosineOf, packVector, signsOf } from './vector-rules.ts'

export interface FeedSearch {
  q?: string
  sort?: SearchSort
  appId?: string
  offset?: number
  limit?: number
  reader?: string
}

/** How many are found by meaning at most. */
const NEAR_MAX = 100

/** The most liked results are the same for everyone, and change slowly. */
const LIKED_MAX = 500
const LIKED_CACHED_MS = 10_000

/** How often new results are looked for at most. */
const SIGNS_CACHED_MS = 1_000

/** How long a search waits for the model; without it, only words count. */
const MODEL_WAIT_MS = 2_000

/** How many queries are cached, because people who scroll on send the same one again. */
const QUERIES_MAX = 500

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** Rows of the feed in the requested order; one more than the limit if there's a next page. */
export function feedSearch(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  log: FastifyBaseLogger,
): (search: FeedSearch) => Promise<JobRow[]> {
  const { db, now } = deps
  const understand = queryVectors(deps, log)
  const signs = memoizeForMs(SIGNS_CACHED_MS, followSigns(db))
  const weekAgo = () => new Date(now().getTime() - WEEK_MS)
  const mostLiked = new Map<string, () => Promise<string[]>>()

  async function idsLiked(appId: string | undefined): Promise<string[]> {
    const key = appId ?? ''
    const list =
      mostLiked.get(key) ??
      memoizeForMs(LIKED_CACHED_MS, () => listMostLiked(db, { since: weekAgo(), appId, limit: LIKED_MAX }))
    mostLiked.set(key, list)
    return list()
  }

  async function idsMatching(q: string, { sort, appId }: FeedSearch): Promise<string[]> {
    // Text in quotation marks must match literally.
    const vector = q.includes('"') ? undefined : await understand(q)
    const index = await signs()
    const near = vector ? index.nearest(signsOf(vector), NEAR_MAX, appId) : []
    const person = { nameKey: nameKey(q.replace(/^@/, '')), address: q.toLowerCase() }
    const candidates = await listCandidates(db, { q, person, near, appId })
    const found = new Set(candidates.map(({ jobId }) => jobId))
    // They have left the feed.
    for (const jobId of near) if (!found.has(jobId)) index.remove(jobId)
    const matches = rankMatches(
      candidates.map((candidate) => ({ ...candidate, alike: similarity(candidate, vector) })),
    )
    if (sort === undefined) return idsOf(matches)
    const newestFirst = idsOf(exactOrAll(matches).toSorted((one, other) => other.position - one.position))
    if (sort === 'new') return newestFirst
    const likes = await likesOf(db, newestFirst, weekAgo())
    return newestFirst.toSorted((one, other) => (likes.get(other) ?? 0) - (likes.get(one) ?? 0))
  }

  return async (search) => {
    const { q, sort, appId, offset = 0, limit = PAGE_LIMIT, reader } = search
    if (!q && sort !== 'liked') return listFeed(db, { offset, limit, appId, reader })
    const ids = q ? await idsMatching(q, search) : await idsLiked(appId)
    return listByIds(db, ids.slice(offset, offset + limit + 1), reader)
  }
}

const idsOf = (matches: readonly Ranked[]) => matches.map(({ jobId }) => jobId)

function similarity({ vector }: Candidate, query: Int8Array | undefined): number | undefined {
  return vector && query ? cosineOf(new Int8Array(vector), query) : undefined
}

/** The meaning of a query, or undefined if the model isn't ready in time. */
function queryVectors({ config }: Pick<Deps, 'config'>, log: FastifyBaseLogger) {
  const known = new Map<string, Int8Array>()

  async function embed(q: string): Promise<Int8Array | undefined> {
    try {
      const embedder = await openEmbedder(config.weights, (sentence) => log.info(sentence))
      const [embedding] = await embedder.embed([q])
      const vector = packVector(embedding!.mean)
      known.set(q, vector)
      if (known.size > QUERIES_MAX) known.delete(known.keys().next().value!)
      return vector
    } catch (error) {
      log.warn({ err: error }, 'a search goes by words alone')
      return undefined
    }
  }

  return (q: string): Promise<Int8Array | undefined> => {
    const vector = known.get(q)
    return vector
      ? Promise.resolve(vector)
      : Promise.race([embed(q), pause(MODEL_WAIT_MS, undefined, { ref: false })])
  }
}
