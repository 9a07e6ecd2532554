import { findApp } from '@infra/protocol/apps/catalogue'
import { listFinishedJobs } from '@infra/protocol/jobs'
import { FIRST_RESULTS } from '@infra/protocol/pages/bootstrap'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { Written } from '../http/route.ts'

/** For what nobody is told of: nodes that take another name. */
const KEPT_MS = 1_000

/** As pages ask for it, and whoever asks without saying how many. */
const LIMITS = [FIRST_RESULTS, PAGE_LIMIT]

type Query = PageQuery & { app_id?: string }

/**
 * The top of the feed, which every visitor asks for: read and written once for all of them, until what it shows changes;
 * progress of running jobs is none of it. What someone
 * signed in is told depends on who they are, and further down nobody else may be asking for the same.
 */
export function firstPages(
  { notifications }: Pick<Deps, 'notifications'>,
  read: (query: Query) => Promise<unknown>,
): (query: Query) => Promise<Written> | undefined {
  const kept = new Map<string, () => Promise<Written>>()
  for (const topic of ['feed', 'shown', 'reconnected'] as const)
    notifications.subscribe(topic, () => kept.clear())

  return (query) => {
    const { offset = 0, limit = PAGE_LIMIT, before, app_id: appId = '' } = query
    // Of apps only those that there are: what is kept must not grow by whatever is asked.
    if (before || offset > 0 || !LIMITS.includes(limit) || (appId && !findApp(appId))) return undefined
    const key = `${limit} ${appId}`
    const page =
      kept.get(key) ?? memoizeForMs(KEPT_MS, async () => new Written(listFinishedJobs, await read(query)))
    kept.set(key, page)
    return page()
  }
}
