import { findApp } from '@infra/protocol/apps/catalogue'
import { searchJobs } from '@infra/protocol/jobs/search-jobs'
import { PAGE_LIMIT } from '@infra/protocol/values/page'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { NUMBER_CURSOR, pageOf, readCursor } from '../http/page.ts'
import { route } from '../http/route.ts'
import { presentJob } from '../jobs/present-job.ts'
import { feedSearch } from './search-feed.ts'

export function searchRoutes(server: FastifyInstance, deps: Deps): void {
  const search = feedSearch(deps, server.log)

  route(server, deps, searchJobs, async ({ caller, query }) => {
    const { q, sort, app_id: appId, limit = PAGE_LIMIT } = query
    // An app that doesn't exist has no results and shouldn't take up room in a cache.
    if (appId && !findApp(appId)) return { items: [] }
    // Ranked results have no cursor of their own, so the next page is given by its offset.
    const offset = Number(readCursor(query.before, NUMBER_CURSOR) ?? query.offset ?? 0)
    const rows = await search({ q, sort, appId, offset, limit, reader: caller?.address })
    return pageOf(rows, query, {
      cursor: () => offset + limit,
      present: (row) => presentJob(deps, row, { address: caller?.address }),
    })
  })
}
