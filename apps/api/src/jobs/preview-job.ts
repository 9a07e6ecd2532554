import { findApp } from '@infra/protocol/catalogue'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { PagePreview } from '../http/web-app.ts'
import { findJob } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

const Shared = z.object({ job: z.uuid() })

/** What a link to a job shows where it is posted. Of what is not public it tells nothing, not even that it is there. */
export async function previewJob(deps: Deps, query: unknown): Promise<PagePreview | undefined> {
  const shared = Shared.safeParse(query)
  const row = shared.success ? await findJob(deps.db, shared.data.job) : undefined
  if (!row || !isPublic(row)) return undefined
  const { app, user, outputs } = presentJob(deps, row)
  const by = user ? ` by ${user.name ?? user.shortAddress}` : ''
  const words = outputs.find(({ text }) => text?.trim())?.text?.trim()
  // Those who unfurl links read neither SVG nor AVIF, so a drawing has no picture there.
  const picture = outputs.find(({ kind, url }) => kind === 'image' && url)
  return {
    path: `/feed?job=${row.id}`,
    title: `${app.name}${by}`,
    description: words ?? findApp(app.id)?.tagline ?? '',
    picture: picture && { path: picture.url!, width: picture.width, height: picture.height },
  }
}
