import { findApp } from '@infra/protocol/apps/catalogue'
import { screenDescriptions } from '@infra/protocol/pages/screen-descriptions'
import { type ScreenName, screenFacts, screenNameAt } from '@infra/protocol/pages/screens'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { previewJob } from '../jobs/preview-job.ts'
import { jobCardPath, siteCardPath } from './card-routes.ts'
import type { PageFacts } from './head-rules.ts'

/** The screen with this path, if there is one. */
export function screenAt(path: string): ScreenName | undefined {
  const plain = path.replace(/\/index\.html$/, '/').replace(/(?<=.)\/+$/, '')
  return screenNameAt(plain)
}

const Shared = z.object({ job: z.uuid() })
const OneApp = z.object({ app: z.string() })
const AboutTrust = z.object({ about: z.literal('trust') })
const AboutEarnings = z.object({ about: z.literal('earnings') })
const AboutDifferences = z.object({ about: z.literal('differences') })

/** Describes the job that the address opens, on any screen; else the app; else the screen. */
export async function describePage(
  deps: Deps,
  name: ScreenName | undefined,
  query: unknown,
): Promise<PageFacts> {
  const shared = Shared.safeParse(query)
  const job = shared.success ? await previewJob(deps, shared.data.job) : undefined
  if (job) {
    const { id, title, description } = job
    const card = jobCardPath(deps.config, id)
    return { path: `/feed?job=${id}`, title, description, listed: true, card, article: true }
  }
  const card = siteCardPath(deps.config)
  if (!name) {
    const title = 'Not found · Infra'
    return { path: '/', title, description: screenDescriptions.home, listed: false, card }
  }
  const { path, access, documentTitle } = screenFacts[name]
  const listed = access === 'public'
  const named = name === 'apps' ? OneApp.safeParse(query) : undefined
  const app = named?.success ? findApp(named.data.app) : undefined
  if (app?.state === 'published') {
    const title = `${app.name} · Infra`
    return { path: `/apps?app=${app.id}`, title, description: app.tagline, listed, card }
  }
  if (name === 'nodes' && AboutTrust.safeParse(query).success) {
    const description =
      'How the network finds machines that submit wrong results, and what nobody can promise.'
    return { path: '/nodes?about=trust', title: 'How results are checked · Infra', description, listed, card }
  }
  if (name === 'nodes' && AboutEarnings.safeParse(query).success) {
    const title = 'What would a machine earn? · Infra'
    const description =
      'The jobs of the last seven days, given out once more as if your machine had been there, and what people ask for.'
    return { path: '/nodes?about=earnings', title, description, listed, card }
  }
  if (name === 'developers' && AboutDifferences.safeParse(query).success) {
    const title = 'Where we differ from OpenAI · Infra'
    const description =
      'What OpenAI’s clients can ask for and this network does otherwise, or refuses by name.'
    return { path: '/developers?about=differences', title, description, listed, card }
  }
  return { path, title: documentTitle, description: screenDescriptions[name], listed, card }
}
