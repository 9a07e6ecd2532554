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
          ? `${counted(data.jobs, 'reported result')} to decide about, ${counted(data.feedback, 'report')} to read, ${counted(data.appeals, 'appeal')} to answer, ${counted(data.checks, 'check')} that machines can’t decide.`
          : 'You are a moderator here.'}
      </p>
      <Button className="self-start" onClick={onOpen}>
        Open the review queue
      </Button>
    </>
  )
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
