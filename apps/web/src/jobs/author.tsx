import type { Job } from '@infra/protocol/jobs'
import { PersonLink } from '../navigation/person-link.tsx'
import { authorName } from './job-rules.ts'

/** Who made a job, linked to their profile. It's on top of the card, which is a link itself. */
export function Author({ job, tabIndex }: { job: Pick<Job, 'user'>; tabIndex?: number }) {
  if (!job.user) return authorName(job)
  return (
    <PersonLink
      id={job.user.id}
      tabIndex={tabIndex}
      className="relative z-10 underline-offset-4 hover:text-text hover:underline"
    >
      {authorName(job)}
    </PersonLink>
  )
}
