import { findApp } from '@infra/protocol/apps/catalogue'
import {
  BOOTSTRAP_BLOCK_ID,
  type BootstrapData,
  FIRST_RESULTS,
  type RenderFirstScreen,
} from '@infra/protocol/pages/bootstrap'
import { type ScreenName, screenFacts } from '@infra/protocol/pages/screens'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Config } from '../config.ts'
import { jsonForPage, webConfiguration } from '../http/web-app.ts'

/** However many visitors come at once, the endpoints are called and the screen is rendered only once per second. */
const CACHED_MS = 1_000

/** As HTML: the rendered first screen, and the responses that it was rendered from. */
interface FirstView {
  preloads: string
  root: string
  block: string
}

const nothing: FirstView = { preloads: '', root: '', block: '' }

/** A page that needs only public responses. */
interface Page {
  /** As the web app's router writes it. */
  path: string
  calls: string[]
}

/**
 * Calls the endpoints that the first screen would call as soon as its scripts run, puts the responses into the page, and renders the screen
 * from them. All of it is for visitors: the server doesn't know here who is signed in, and a signed-in user's page loads its data again.
 */
export function firstViews(
  server: FastifyInstance,
  config: Config,
  renderFirstScreen: RenderFirstScreen | undefined,
) {
  const cached = new Map<string, () => Promise<FirstView>>()
  const configuration = webConfiguration(config)

  async function read({ path, calls }: Page): Promise<FirstView> {
    const answers = await Promise.all(
      calls.map(async (call) => ({ call, answer: await server.inject({ url: config.apiPrefix + call }) })),
    )
    const good = answers.filter(({ answer }) => answer.statusCode === 200)
    if (good.length === 0) return nothing
    const bootstrap: BootstrapData = {
      at: new Date().toISOString(),
      answers: Object.fromEntries(good.map(({ call, answer }) => [call, answer.json()])),
    }
    const block = `<script type="application/json" id="${BOOTSTRAP_BLOCK_ID}">${jsonForPage(bootstrap)}</script>`
    return { ...(await render(path, bootstrap)), block }
  }

  async function render(path: string, bootstrap: BootstrapData): Promise<Omit<FirstView, 'block'>> {
    try {
      const rendered = await renderFirstScreen?.({ path, configuration, bootstrap })
      return { preloads: rendered?.preloads ?? '', root: rendered?.html ?? '' }
    } catch (error) {
      // The page then renders itself in the browser, as it does without a renderer.
      server.log.error({ err: error, path }, 'a first screen could not be rendered')
      return { preloads: '', root: '' }
    }
  }

  return (name: ScreenName, query: unknown): Promise<FirstView> => {
    const page = pageAt(name, query)
    if (!page) return Promise.resolve(nothing)
    if (!cached.has(page.path))
      cached.set(
        page.path,
        memoizeForMs(CACHED_MS, () => read(page)),
      )
    return cached.get(page.path)!()
  }
}

/** Only apps that exist, so that the cache doesn't grow with whatever is requested. */
function pageAt(name: ScreenName, query: unknown): Page | undefined {
  const { path } = screenFacts[name]
  const feed = `/job/finished?limit=${FIRST_RESULTS}`
  if (name === 'home') return { path, calls: ['/perf-stats', '/devlog?limit=1'] }
  if (name !== 'feed') return undefined
  const { app, q, sort } = query as Record<string, unknown>
  // A search is personal, so the page itself loads its results.
  if (q !== undefined || sort !== undefined) return undefined
  if (app === undefined) return { path, calls: [feed] }
  if (typeof app !== 'string' || !findApp(app)) return undefined
  return { path: `${path}?app=${app}`, calls: [`${feed}&app_id=${app}`] }
}
