import type { Job } from '@infra/protocol/jobs'
import { PersonLink } from '../navigation/person-link.tsx'
import { authorName } from './job-rules.ts'

/** Who made a job, as a link to what else they show. It lies above the card, which is a link itself. */
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
