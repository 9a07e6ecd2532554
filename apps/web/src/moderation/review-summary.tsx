import { formatCount } from '@infra/protocol/values/format-count'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { reviewCountsQuery } from './moderation-queries.ts'

/** On a moderator's own profile: what is waiting for review, and a link to it. */
export function ReviewSummary({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(reviewCountsQuery, queryClient)
  return (
    <>
      <p className="text-muted">
        {data
          ? `${formatCount(data.jobs, 'reported result')} to decide about, ${formatCount(data.feedback, 'report')} to read, ${formatCount(data.appeals, 'appeal')} to answer, ${formatCount(data.checks, 'check')} that machines can’t decide.`
          : 'You are a moderator here.'}
      </p>
      <Button className="self-start" onClick={onOpen}>
        Open the review queue
      </Button>
    </>
  )
}
