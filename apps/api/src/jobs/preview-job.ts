import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import type { Deps } from '../deps.ts'
import { findJob } from './job-queries.ts'
import { isPublic, presentJob } from './present-job.ts'

export interface JobPreview {
  id: string
  title: string
  /** Its text output, if it has one; else what its app does. */
  description: string
  job: Job
}

/** The preview of a link to a job. A job that isn't public has none, so that nobody can tell that it exists. */
export async function previewJob(deps: Deps, id: string): Promise<JobPreview | undefined> {
  const row = await findJob(deps.db, id)
  if (!row || !isPublic(row)) return undefined
  const job = presentJob(deps, row, { address: undefined })
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
