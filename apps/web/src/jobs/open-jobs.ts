import { type Job, listMyJobs } from '@infra/protocol/jobs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A stream per open job would use up the browser's connections, so all of them are polled together. */
const POLL_MS = 2_500

/** About as many as one person may have. */
const OPEN_MAX = 100

/** All waiting and running jobs of the user, latest first. `refreshLists` invalidates it when a job is ordered or has ended. */
export const openJobsQuery = (address: string) =>
  queryOptions({
    queryKey: ['my jobs', address, 'open'],
    queryFn: ({ signal }) => readOpenJobs(signal),
    refetchInterval: ({ state }) => (state.data?.length ? POLL_MS : false),
    meta: { ownMessage: true },
  })

export async function readOpenJobs(signal?: AbortSignal): Promise<Job[]> {
  return (await call(listMyJobs, { query: { status: 'open', limit: OPEN_MAX } }, { signal })).items
}
