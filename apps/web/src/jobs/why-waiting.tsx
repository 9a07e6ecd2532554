import type { Job } from '@infra/protocol/jobs'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { waitingQuery } from './job-queries.ts'

/** Why the user's own job is still queued. */
export function WhyWaiting({ id, reader }: { id: Job['id']; reader: string }) {
  const { data } = useQuery(waitingQuery(id, reader), queryClient)
  return (
    <p role="status" className="text-muted">
      {data?.sentence ?? 'Looking for a node that can run this.'}
    </p>
  )
}
