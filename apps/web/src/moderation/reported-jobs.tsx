import type { ReviewStage } from '@infra/protocol/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { Choices } from '../ui/choices.tsx'
import { reportedJobsQuery } from './moderation-queries.ts'
import { ReportedJobCard } from './reported-job-card.tsx'

export function ReportedJobs({ jobLink }: { jobLink: (id: string, children: ReactNode) => ReactNode }) {
  const [stage, setStage] = useState<ReviewStage>('open')
  const list = useInfiniteQuery(reportedJobsQuery(stage), queryClient)
  return (
    <>
      <Choices legend="Which results" labels={stages} value={stage} onChange={setStage} />
      <PagedList list={list} keyOf={({ job }) => job.id} nothing={nothing[stage]} older="Older results">
        {(reported) => <ReportedJobCard reported={reported} jobLink={jobLink} />}
      </PagedList>
    </>
  )
}

const stages: Record<ReviewStage, string> = { open: 'To decide', decided: 'Decided' }

const nothing: Record<ReviewStage, string> = {
  open: 'Nothing to review. Reported results appear here.',
  decided: 'Nothing has been decided yet.',
}
