import type { ReviewStage } from '@infra/protocol/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ListProgress } from '../list-progress.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { reportedJobsQuery } from './moderation-queries.ts'
import { ReportedJobCard } from './reported-job-card.tsx'

export function ReportedJobs({ jobLink }: { jobLink: (id: string, children: ReactNode) => ReactNode }) {
  const [stage, setStage] = useState<ReviewStage>('open')
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(reportedJobsQuery(stage), queryClient)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Choices legend="Which results" words={stages} value={stage} onChange={setStage} />
      <ListProgress error={error} isPending={isPending} onRetry={() => void refetch()} />
      {data && items.length === 0 && <p className="text-muted">{nothing[stage]}</p>}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {items.map((item) => (
          <li key={item.job.id}>
            <ReportedJobCard reported={item} jobLink={jobLink} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older results
        </Button>
      )}
    </>
  )
}

const stages: Record<ReviewStage, string> = { open: 'To decide', decided: 'Decided' }

const nothing: Record<ReviewStage, string> = {
  open: 'Nothing waits for you. What people report stands here.',
  decided: 'Nothing has been decided yet.',
}
