import type { FeedbackState } from '@infra/protocol/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stateLabels } from '../feedback/feedback-labels.ts'
import { PagedList } from '../paged-list.tsx'
import { queryClient } from '../query-client.ts'
import { Choices } from '../ui/choices.tsx'
import { FeedbackCard } from './feedback-card.tsx'
import { feedbackQuery } from './moderation-queries.ts'

export function FeedbackQueue() {
  const [state, setState] = useState<FeedbackState>('new')
  const list = useInfiniteQuery(feedbackQuery(state), queryClient)
  return (
    <>
      <Choices legend="Which feedback" labels={stateLabels} value={state} onChange={setState} />
      <PagedList
        list={list}
        keyOf={({ id }) => id}
        nothing="Nothing is in this state."
        older="Older feedback"
      >
        {(report) => <FeedbackCard report={report} />}
      </PagedList>
    </>
  )
}
