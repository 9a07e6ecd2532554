import { getJob, type Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { call } from '../../api/call.ts'
import { lightAuthorization, lightRenewingFetch } from '../../api/light-authorization.ts'
import { queryClient } from '../../api/query-client.ts'
import { configuration } from '../../bootstrap/configuration.ts'
import { shareEvents } from '../live/share-events.ts'
import { openJobsQuery, readOpenJobs } from '../open-jobs.ts'
import { readJobEvent } from '../read-job.ts'
import { announceEnd } from './announce-end.ts'
import { type Follower, followOpenJobs } from './follow-open-jobs.ts'

type Ended = Pick<Job, 'id' | 'app' | 'status' | 'charged'>

/** While this page is hidden, notifies the user of jobs that end. Returns a function that ends it. */
export function followWhileHidden(address: string): () => void {
  const { queryKey } = openJobsQuery(address)
  let follower: Follower | undefined
  const stop = () => {
    follower?.stop()
    follower = undefined
  }
  const follow = () => {
    if (!document.hidden) return stop()
    const known = queryClient.getQueryData(queryKey) ?? []
    follower ??= followOpenJobs<Ended>({
      known: known.map(({ id }) => id),
      // Not through the query client, which doesn't retry while a page is hidden.
      readOpen: async () => (await readOpenJobs()).map(({ id }) => id),
      readJob,
      watch: watchJob,
      // Without a service worker there's no notification; the user sees the job when they come back to the page.
      onEnded: (job) => void announceEnd(job).catch(() => {}),
    })
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  // An order may still be in transit when the page is hidden; once it gets its response, the list is loaded again.
  const unsubscribe = queryClient.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.state.status === 'success') void follower?.poll()
  })
  return () => {
    document.removeEventListener('visibilitychange', follow)
    unsubscribe()
    stop()
  }
}

async function readJob(id: string): Promise<Ended | undefined> {
  try {
    return await call(getJob, { params: { id } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

function watchJob(id: string, onChange: (job: Ended) => void, refetch: () => void): () => void {
  return shareEvents(
    {
      url: `${configuration.apiPrefix}/job/${encodeURIComponent(id)}/events`,
      headers: lightAuthorization,
      fetch: lightRenewingFetch(fetch),
    },
    {
      onEvent: ({ type, data }) => (type === 'job' ? onChange(readJobEvent(data)) : refetch()),
      onOpen: ({ resumed }) => {
        if (!resumed) refetch()
      },
      onLost: () => {},
      onGone: refetch,
    },
  )
}
