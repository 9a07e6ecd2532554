import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import type { Deps } from '../deps.ts'
import { findJob } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

export interface JobPreview {
  id: string
  title: string
  /** What it made, where that is words; else what its app does. */
  description: string
  job: Job
}

/** What a link to a job shows where it is posted. Of what is not public it tells nothing, not even that it is there. */
export async function previewJob(deps: Deps, id: string): Promise<JobPreview | undefined> {
  const row = await findJob(deps.db, id)
  if (!row || !isPublic(row)) return undefined
  const job = presentJob(deps, row)
  const { app, user, outputs } = job
  const by = user ? ` by ${user.name ?? user.shortAddress}` : ''
  const words = outputs.find(({ text }) => text?.trim())?.text?.trim()
  return {
    id: row.id,
    title: `${app.name}${by}`,
    description: words ?? findApp(app.id)?.tagline ?? '',
    job,
  }
}
