import type { Job, listFinishedJobs } from '@infra/protocol/jobs'
import type { SearchSort, searchJobs } from '@infra/protocol/jobs/search-jobs'
import { type Raw, rawAddress, readRaw } from '../api/read-raw.ts'
import { bootstrapAnswer, hasCurrentAnswer } from '../bootstrap/bootstrap-data.ts'
import { readJob } from '../jobs/read-job.ts'

const PATH = '/job/finished'

export interface FeedPage {
  items: Job[]
  next?: string
}

export interface InitialPage extends FeedPage {
  /** Whether the API would return the same now: it isn't from a page that the browser stored, or for another reader. */
  isCurrent: boolean
  /** It would be current, but lacks which results are the reader's favorites. */
  lacksFavorites?: boolean
}

export interface FeedQuery {
  appId: string | undefined
  before?: string
  limit: number
}

/** A page of the feed. */
export async function readFeed(query: FeedQuery): Promise<FeedPage> {
  return pageIn(await readRaw<typeof listFinishedJobs>(PATH, queryOf(query)))
}

/** The search text and the order; the plain feed has neither. */
export interface FeedOrder {
  q?: string
  sort?: SearchSort
}

/** A page of the feed in another order. */
export async function searchFeed({ q, sort }: FeedOrder, query: FeedQuery): Promise<FeedPage> {
  return pageIn(await readRaw<typeof searchJobs>('/job/search', { ...queryOf(query), q, sort }))
}

/** The first page, where it came with the document. */
export function initialFeed(query: FeedQuery): InitialPage | undefined {
  const address = rawAddress<typeof listFinishedJobs>(PATH, queryOf(query))
  const page = bootstrapAnswer(address)
  return page
    ? { ...pageIn(page as Raw<typeof listFinishedJobs>), isCurrent: hasCurrentAnswer(address) }
    : undefined
}

function pageIn({ items, next }: Raw<typeof listFinishedJobs>): FeedPage {
  return { items: items.map(readJob), next }
}

function queryOf({ appId, before, limit }: FeedQuery) {
  return { limit, app_id: appId, before }
}
