import { findApp } from '@infra/protocol/apps/catalogue'
import { listFinishedJobs } from '@infra/protocol/jobs'
import { FIRST_RESULTS } from '@infra/protocol/pages/bootstrap'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { Counter, type Registry } from 'prom-client'
import { gather } from '../concurrency/gather.ts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { SerializedAnswer } from '../http/route.ts'
import { GATHER_MS } from './watch/feed-watchers.ts'

/** For changes without a notification, such as a node's new name. */
const MEMOIZED_MS = 1_000

/** The page sizes that the web app asks for, and the default. */
const LIMITS = [FIRST_RESULTS, PAGE_LIMIT]

type Query = PageQuery & { app_id?: string }

/**
 * The top of the feed, which every visitor requests: read and serialized once for all of them, until something that it shows changes. If
 * many jobs end, the feed grows only once per second, so that a busy network reads it no more often than a quiet one. Not for people who
 * are signed in, whose response depends on who they are, and not for pages further down, which few request.
 */
export function firstPages(
  { notifications }: Pick<Deps, 'notifications'>,
  registry: Registry,
  read: (query: Query) => Promise<unknown>,
): (query: Query) => Promise<SerializedAnswer> | undefined {
  const pages = new Map<string, () => Promise<SerializedAnswer>>()
  const { asked, reads } = counters(registry)
  for (const topic of ['shown', 'reconnected'] as const) notifications.subscribe(topic, () => pages.clear())
  const grown = gather<string>(GATHER_MS, () => pages.clear())
  notifications.subscribe('feed', grown.add)

  return (query) => {
    const { offset = 0, limit = PAGE_LIMIT, before, app_id: appId = '' } = query
    // Only known apps, so that callers cannot make the map grow.
    if (before || offset > 0 || !LIMITS.includes(limit) || (appId && !findApp(appId))) return undefined
    const key = `${limit} ${appId}`
    const page =
      pages.get(key) ??
      memoizeForMs(MEMOIZED_MS, async () => {
        reads.inc()
        return new SerializedAnswer(listFinishedJobs, await read(query))
      })
    pages.set(key, page)
    asked.inc()
    return page()
  }
}

function counters(registry: Registry) {
  const registers = [registry]
  return {
    asked: new Counter({
      name: 'infra_feed_pages_total',
      help: 'First pages of the feed that visitors asked for.',
      registers,
    }),
    reads: new Counter({
      name: 'infra_feed_page_reads_total',
      help: 'First pages of the feed that were read from the database for visitors; the others came from the cache.',
      registers,
    }),
  }
}
