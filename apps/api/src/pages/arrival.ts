import { ARRIVAL_BLOCK_ID, type Arrival } from '@infra/protocol/arrival'
import { findApp } from '@infra/protocol/catalogue'
import { PAGE_LIMIT } from '@infra/protocol/page'
import type { ScreenName } from '@infra/protocol/screens'
import type { FastifyInstance } from 'fastify'
import { keptBriefly } from '../http/kept-briefly.ts'
import { jsonForPage } from '../http/web-app.ts'
import { preloadsOf } from './preload-rules.ts'

/** However many arrive at once, the doors are asked once a second. */
const KEPT_MS = 1_000

/**
 * What the first screen would ask for as soon as its scripts run, asked at the doors themselves and put into the page. For
 * visitors: who is signed in is not known here, and asks again.
 */
export function arrivals(server: FastifyInstance, prefix: string) {
  const kept = new Map<string, () => Promise<string>>()

  async function read(paths: string[], isFeed: boolean): Promise<string> {
    const answers = await Promise.all(
      paths.map(async (path) => ({ path, answer: await server.inject({ url: prefix + path }) })),
    )
    const good = answers.filter(({ answer }) => answer.statusCode === 200)
    if (good.length === 0) return ''
    const arrival: Arrival = {
      at: new Date().toISOString(),
      answers: Object.fromEntries(good.map(({ path, answer }) => [path, answer.json()])),
    }
    // Elsewhere they are below the first screen.
    return `${isFeed ? preloadsOf(arrival) : ''}<script type="application/json" id="${ARRIVAL_BLOCK_ID}">${jsonForPage(arrival)}</script>`
  }

  return (name: ScreenName, query: unknown): Promise<string> => {
    const paths = pathsOf(name, query)
    if (paths.length === 0) return Promise.resolve('')
    const key = `${name} ${paths.join(' ')}`
    if (!kept.has(key))
      kept.set(
        key,
        keptBriefly(KEPT_MS, () => read(paths, name === 'feed')),
      )
    return kept.get(key)!()
  }
}

/** As the page writes them. Of apps only those that there are: what is kept must not grow by whatever is asked. */
function pathsOf(name: ScreenName, query: unknown): string[] {
  const feed = `/job/finished?limit=${PAGE_LIMIT}`
  if (name === 'home') return ['/perf-stats', feed, '/devlog?limit=1']
  if (name !== 'feed') return []
  const { app } = query as { app?: unknown }
  if (app === undefined) return [feed]
  return typeof app === 'string' && findApp(app) ? [`${feed}&app_id=${app}`] : []
}
