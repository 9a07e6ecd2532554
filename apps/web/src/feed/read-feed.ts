import type { Job, listFinishedJobs } from '@infra/protocol/jobs'
import { arrived, isKnown } from '../arrival.ts'
import { readJob } from '../jobs/read-job.ts'
import { type Raw, rawAddress, readRaw } from '../read-raw.ts'

const PATH = '/job/finished'

export interface FeedPage {
  items: Job[]
  next?: string
}

export interface ArrivedPage extends FeedPage {
  /** Whether it is what an answer would say now: not an hour old, and with the hearts of whoever looks. */
  isCurrent: boolean
  /** It would be, but for the hearts. */
  lacksHearts?: boolean
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

/** The first page, where it came with the document. */
export function arrivedFeed(query: FeedQuery): ArrivedPage | undefined {
  const address = rawAddress<typeof listFinishedJobs>(PATH, queryOf(query))
  const page = arrived(address)
  return page ? { ...pageIn(page as Raw<typeof listFinishedJobs>), isCurrent: isKnown(address) } : undefined
}

function pageIn({ items, next }: Raw<typeof listFinishedJobs>): FeedPage {
  return { items: items.map(readJob), next }
}

function queryOf({ appId, before, limit }: FeedQuery) {
  return { limit, app_id: appId, before }
}
