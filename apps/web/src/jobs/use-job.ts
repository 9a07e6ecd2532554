import { type QueryMeta, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { jobQuery, noticeEvent } from './job-queries.ts'
import { isFinal } from './job-rules.ts'
import { keepLive } from './live/keep-live.ts'
import { readJobEvent } from './read-job.ts'

/** The current state of a job, updated until it has ended. */
export function useJob(id: string, reader: string | undefined, meta: QueryMeta = { ownMessage: true }) {
  const query = useQuery({ ...jobQuery(id, reader), meta }, queryClient)
  const live = query.data !== undefined && !isFinal(query.data)

  useEffect(() => {
    if (!live) return
    return keepLive({
      path: `/job/${encodeURIComponent(id)}/events`,
      onEvent: ({ type, data }) => type === 'job' && noticeEvent(readJobEvent(data)),
      refetch: () => void queryClient.invalidateQueries({ queryKey: ['job', id] }),
    })
  }, [id, live])

  return query
}
