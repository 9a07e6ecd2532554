import type { Job } from '@infra/protocol/jobs'
import { bootstrapAnswer, hasCurrentAnswer } from '../bootstrap/bootstrap-data.ts'
import { readJob } from '../jobs/read-job.ts'
import { readJson } from '../read-json.ts'

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
  return pageIn(await readJson(pathOf(query)))
}

/** The first page, where it came with the document. */
export function arrivedFeed(query: FeedQuery): ArrivedPage | undefined {
  const path = pathOf(query)
  const page = bootstrapAnswer(path)
  return page ? { ...pageIn(page as WrittenPage), isCurrent: hasCurrentAnswer(path) } : undefined
}

interface WrittenPage {
  items: Parameters<typeof readJob>[0][]
  next?: string
}

function pageIn({ items, next }: WrittenPage): FeedPage {
  return { items: items.map((job) => readJob(job) as Job), next }
}

function pathOf({ appId, before, limit }: FeedQuery): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (appId) query.set('app_id', appId)
  if (before) query.set('before', before)
  return `/job/finished?${query}`
}
