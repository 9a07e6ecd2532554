import type { FeedbackState } from '@infra/protocol/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stateWords } from '../feedback/feedback-words.ts'
import { ListProgress } from '../list-progress.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { FeedbackCard } from './feedback-card.tsx'
import { feedbackQuery } from './moderation-queries.ts'

export function FeedbackQueue() {
  const [state, setState] = useState<FeedbackState>('new')
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(feedbackQuery(state), queryClient)
  const reports = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Choices legend="Which feedback" words={stateWords} value={state} onChange={setState} />
      <ListProgress error={error} isPending={isPending} onRetry={() => void refetch()} />
      {data && reports.length === 0 && <p className="text-muted">Nothing is in this state.</p>}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {reports.map((report) => (
          <li key={report.id}>
            <FeedbackCard report={report} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older feedback
        </Button>
      )}
    </>
  )
}
