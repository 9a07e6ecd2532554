import { goneJobs } from '../jobs/gone-jobs.ts'
import { createFeed, type Feed } from './create-feed.ts'
import {
  type FeedOrder,
  type FeedQuery,
  type InitialPage,
  initialFeed,
  readFeed,
  searchFeed,
} from './read-feed.ts'

/** How many of the feeds that were shown last stay in memory, in case somebody comes back to them. */
const FEEDS_MAX = 6

const feeds = new Map<string, Feed>()

/** By reader as well, since it contains which results are their favorites. */
export function feedOf(
  appId: string | undefined,
  reader: string | undefined,
  { q, sort }: FeedOrder = {},
): Feed {
  const key = [appId, reader, sort, q].join(' ')
  const feed = feeds.get(key) ?? createFeed(appId, q || sort ? searchedBy({ q, sort }) : sourceFor(reader))
  feeds.delete(key)
  feeds.set(key, feed)
  if (feeds.size > FEEDS_MAX) feeds.delete(feeds.keys().next().value!)
  return feed
}

/** For the server, which renders one page after the other. */
export function clearFeeds(): void {
  feeds.clear()
}

function searchedBy(order: FeedOrder) {
  return { read: (query: FeedQuery) => searchFeed(order, query), isRanked: true }
}

/** What is part of the document is the same for everyone, so it doesn't mark anybody's favorites. */
function sourceFor(reader: string | undefined) {
  return { read: readFeed, initial: reader === undefined ? initialFeed : initialWithoutFavorites }
}

function initialWithoutFavorites(query: FeedQuery): InitialPage | undefined {
  const page = initialFeed(query)
  return page && { ...page, isCurrent: false, lacksFavorites: page.isCurrent }
}

goneJobs.subscribe(() => {
  const id = goneJobs.get().at(-1)!
  for (const feed of feeds.values()) feed.remove(id)
})
