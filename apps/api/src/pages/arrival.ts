import { findApp } from '@infra/protocol/apps/catalogue'
import {
  ARRIVAL_BLOCK_ID,
  type Arrival,
  FIRST_RESULTS,
  type RenderFirstScreen,
} from '@infra/protocol/pages/arrival'
import { type ScreenName, screenFacts } from '@infra/protocol/pages/screens'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Config } from '../config.ts'
import { jsonForPage, webConfiguration } from '../http/web-app.ts'

/** However many visitors there are, the endpoints are called and the screen is rendered once a second. */
const KEPT_MS = 1_000

/** As HTML: the rendered first screen, and the answers that it was rendered from. */
interface FirstView {
  preloads: string
  root: string
  block: string
}

const nothing: FirstView = { preloads: '', root: '', block: '' }

/** A page that shows only public data. */
interface Page {
  /** As the router of the web app writes it. */
  path: string
  calls: string[]
}

/**
 * What the first screen would ask for as soon as its scripts run, asked at the endpoints themselves and put into the page, and the
 * screen drawn from it. For visitors: who is signed in is not known here, and asks again.
 */
export function arrivals(server: FastifyInstance, config: Config, render: RenderFirstScreen | undefined) {
  const kept = new Map<string, () => Promise<FirstView>>()
  const configuration = webConfiguration(config)

  async function read({ path, calls }: Page): Promise<FirstView> {
    const answers = await Promise.all(
      calls.map(async (call) => ({ call, answer: await server.inject({ url: config.apiPrefix + call }) })),
    )
    const good = answers.filter(({ answer }) => answer.statusCode === 200)
    if (good.length === 0) return nothing
    const arrival: Arrival = {
      at: new Date().toISOString(),
      answers: Object.fromEntries(good.map(({ call, answer }) => [call, answer.json()])),
    }
    const block = `<script type="application/json" id="${ARRIVAL_BLOCK_ID}">${jsonForPage(arrival)}</script>`
    return { ...(await draw(path, arrival)), block }
  }

  async function draw(path: string, arrival: Arrival): Promise<Omit<FirstView, 'block'>> {
    try {
      const drawn = await render?.({ path, configuration, arrival })
      return { preloads: drawn?.preloads ?? '', root: drawn?.html ?? '' }
    } catch (error) {
      // The browser renders the page then, as it does where there is no renderer.
      server.log.error({ err: error, path }, 'a first screen could not be drawn')
      return { preloads: '', root: '' }
    }
  }

  return (name: ScreenName, query: unknown): Promise<FirstView> => {
    const page = pageAt(name, query)
    if (!page) return Promise.resolve(nothing)
    if (!kept.has(page.path))
      kept.set(
        page.path,
        memoizeForMs(KEPT_MS, () => read(page)),
      )
    return kept.get(page.path)!()
  }
}

/** Only known apps, so that callers cannot make the cache grow. */
function pageAt(name: ScreenName, query: unknown): Page | undefined {
  const { path } = screenFacts[name]
  const feed = `/job/finished?limit=${FIRST_RESULTS}`
  if (name === 'home') return { path, calls: ['/perf-stats', '/devlog?limit=1'] }
  if (name !== 'feed') return undefined
  const { app } = query as { app?: unknown }
  if (app === undefined) return { path, calls: [feed] }
  if (typeof app !== 'string' || !findApp(app)) return undefined
  return { path: `${path}?app=${app}`, calls: [`${feed}&app_id=${app}`] }
}
