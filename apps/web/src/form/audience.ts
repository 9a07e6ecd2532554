import type { AppField } from '@infra/protocol/apps/app-field'
import { fileFields } from '@infra/protocol/apps/app-input'
import type { Job } from '@infra/protocol/jobs'

/** Who sees a job: its owner alone, everyone its result but not the files that went in, or everyone all of it. */
export const audiences = ['private', 'result', 'public'] as const
export type Audience = (typeof audiences)[number]

/** A file is shown to others only after its owner has said so; words may be, where the form says it. */
export function defaultAudience(fields: readonly AppField[]): Audience {
  return takesFiles(fields) ? 'private' : 'public'
}

export function takesFiles(fields: readonly AppField[]): boolean {
  return fileFields(fields).length > 0
}

/** As an order says it. The original of a private job stays hidden where its owner makes it public later. */
export function visibilityFor(audience: Audience): Pick<Job, 'visibility' | 'inputFilesHidden'> {
  return {
    visibility: audience === 'private' ? 'private' : 'public',
    inputFilesHidden: audience !== 'public',
  }
}
