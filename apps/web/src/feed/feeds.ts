import { goneJobs } from '../jobs/gone-jobs.ts'
import { createFeed, type Feed } from './create-feed.ts'
import { type ArrivedPage, arrivedFeed, type FeedQuery, readFeed } from './read-feed.ts'

/** Those that were looked at last: whoever comes back to one finds it as it was. */
const FEEDS_MAX = 6

const feeds = new Map<string, Feed>()

/** By reader as well, since the hearts in it are theirs. */
export function feedOf(appId: string | undefined, reader: string | undefined): Feed {
  const key = `${appId ?? ''} ${reader ?? ''}`
  const feed = feeds.get(key) ?? createFeed(appId, sourceFor(reader))
  feeds.delete(key)
  feeds.set(key, feed)
  if (feeds.size > FEEDS_MAX) feeds.delete(feeds.keys().next().value!)
  return feed
}

/** For the server, which draws one page after the other. */
export function forgetFeeds(): void {
  feeds.clear()
}

/** What comes with the page has nobody's hearts in it. */
function sourceFor(reader: string | undefined) {
  return { read: readFeed, arrived: reader === undefined ? arrivedFeed : arrivedWithoutHearts }
}

function arrivedWithoutHearts(query: FeedQuery): ArrivedPage | undefined {
  const page = arrivedFeed(query)
  return page && { ...page, isCurrent: false, lacksHearts: page.isCurrent }
}

goneJobs.subscribe(() => {
  const id = goneJobs.get().at(-1)!
  for (const feed of feeds.values()) feed.remove(id)
})
