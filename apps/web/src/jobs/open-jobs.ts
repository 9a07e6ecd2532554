import { type Job, listMyJobs } from '@infra/protocol/jobs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A stream for each open job would use up the connections of a browser, so all of them are polled together. */
const POLL_MS = 2_500

/** As many as one person may have, or near it. */
const OPEN_MAX = 100

/** All jobs of the user that wait or run, the latest first. `refreshLists` invalidates it when a job is ordered or has ended. */
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
