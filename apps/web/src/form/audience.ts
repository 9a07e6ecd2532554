import type { AppField } from '@infra/protocol/apps/app-field'
import { fileFields } from '@infra/protocol/apps/app-input'
import type { Job } from '@infra/protocol/jobs'

/** Who sees a job: only its owner; everyone, but without the input files; or everyone completely. */
export const audiences = ['private', 'result', 'public'] as const
export type Audience = (typeof audiences)[number]

/** Others see a file only after its owner agreed; text may be public by default, if the form says so. */
export function defaultAudience(fields: readonly AppField[]): Audience {
  return takesFiles(fields) ? 'private' : 'public'
}

export function takesFiles(fields: readonly AppField[]): boolean {
  return fileFields(fields).length > 0
}

/** The order's fields for an audience. The original of a private job stays hidden if its owner makes the job public later. */
export function visibilityFor(audience: Audience): Pick<Job, 'visibility' | 'inputFilesHidden'> {
  return {
    visibility: audience === 'private' ? 'private' : 'public',
    inputFilesHidden: audience !== 'public',
  }
}
