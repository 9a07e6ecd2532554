import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { resultReference } from '@infra/protocol/apps/result-reference'
import type { Job, JobFile } from '@infra/protocol/jobs'

interface Use {
  app: Pick<AppManifest, 'id' | 'name'>
  /** Which result it takes, for the address of the form. */
  result: string
}

/** The apps that take a result of this job as their input. */
export function usesOf(job: Pick<Job, 'id' | 'status' | 'outputs'>): Use[] {
  if (job.status !== 'finished') return []
  return catalogue
    .filter(({ state }) => state === 'published')
    .flatMap((app) => {
      const output = job.outputs.find((file) => fieldFor(app.fields, file))
      return output ? [{ app, result: resultReference(job.id, output.name) }] : []
    })
}

/** The field that takes this result, if there is one. */
export function fieldFor(fields: readonly AppField[], file: JobFile): AppField | undefined {
  if (file.name === 'srt') return undefined
  return fields.find((field) => isTakenBy(field, file))
}

function isTakenBy(field: AppField, { kind, width, height, seconds, text }: JobFile): boolean {
  switch (field.kind) {
    case 'image':
      return (
        kind === 'image' && Math.max(width ?? 0, height ?? 0) <= (field.sideMax ?? Number.POSITIVE_INFINITY)
      )
    case 'audio':
      return kind === 'audio' && (seconds ?? 0) <= field.secondsMax
    case 'text':
    case 'longtext':
      return kind === 'text' && Boolean(text?.trim())
    default:
      return false
  }
}
