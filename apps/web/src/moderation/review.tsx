import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Acts } from './acts.tsx'
import { DisputedChecks } from './disputed-checks.tsx'
import { FeedbackQueue } from './feedback-queue.tsx'
import { reviewCountsQuery } from './moderation-queries.ts'
import { ReportedJobs } from './reported-jobs.tsx'
import { type ReviewPart, reviewParts } from './review-parts.ts'
import { SanctionQueue } from './sanction-queue.tsx'

interface ReviewProps {
  part: ReviewPart
  onPart: (part: ReviewPart) => void
  onClose: () => void
  /** Renders a link to a public job. */
  jobLink: (id: string, children: ReactNode) => ReactNode
}

/** What is waiting for a moderator, and the log of decisions. */
export function Review({ part, onPart, onClose, jobLink }: ReviewProps) {
  const { data: counts } = useQuery(reviewCountsQuery, queryClient)
  const names: Record<ReviewPart, string> = {
    jobs: counts ? `Reported results (${counts.jobs})` : 'Reported results',
    feedback: counts ? `Feedback (${counts.feedback})` : 'Feedback',
    nodes: counts ? `Nodes (${counts.appeals})` : 'Nodes',
    checks: counts ? `Checks (${counts.checks})` : 'Checks',
    record: 'Record',
  }
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <nav aria-label="Review" className="flex flex-wrap gap-x-6">
          {reviewParts.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === part ? 'page' : undefined}
              className="min-h-11 border-b-2 border-transparent font-mono text-sm text-muted hover:text-text aria-[current]:border-text aria-[current]:text-text"
              onClick={() => onPart(one)}
            >
              {names[one]}
            </button>
          ))}
        </nav>
        <Button variant="text" className="max-sm:-ml-5 sm:-mr-5" onClick={onClose}>
          Back to the profile
        </Button>
      </div>
      {part === 'jobs' && <ReportedJobs jobLink={jobLink} />}
      {part === 'feedback' && <FeedbackQueue />}
      {part === 'nodes' && <SanctionQueue />}
      {part === 'checks' && <DisputedChecks />}
      {part === 'record' && <Acts />}
    </div>
  )
}
