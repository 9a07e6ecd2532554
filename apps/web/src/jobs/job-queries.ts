import {
  cancelJob,
  deleteJob,
  explainWaiting,
  getJob,
  type Job,
  type JobEvent,
  type JobStatus,
  listMyFavorites,
  listMyJobs,
  requestCheck,
  retryJob,
  submitJob,
  updateJob,
} from '@infra/protocol/jobs'
import { listUserJobs } from '@infra/protocol/jobs/list-user-jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Address } from '@infra/protocol/values/address'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { reportGone } from './gone-jobs.ts'
import { isFinal, withEvent } from './job-rules.ts'
import { newVersionOf } from './repeat-job.ts'

const WAITING_REFETCH_MS = 5_000

/** By reader as well, because different people may see different parts of a job. */
export const jobQuery = (id: string, reader: string | undefined) =>
  queryOptions({
    queryKey: ['job', id, reader ?? 'visitor'],
    queryFn: ({ signal }) => call(getJob, { params: { id } }, { signal }),
    retry: (failures, error) => failures < 2 && !isRefusedForGood(error),
  })

/** Why one of one's own jobs waits; polled while it does. */
export const waitingQuery = (id: string, reader: string) =>
  queryOptions({
    queryKey: ['waiting', id, reader],
    queryFn: ({ signal }) => call(explainWaiting, { params: { id } }, { signal }),
    refetchInterval: WAITING_REFETCH_MS,
  })

export interface JobFilter {
  status?: JobStatus
  /** Trimmed. */
  search?: string
}

export const myJobsQuery = (address: string, { status, search }: JobFilter) =>
  infiniteQueryOptions({
    queryKey: ['my jobs', address, status ?? 'all', search ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listMyJobs, { query: { status, search, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })

/** By reader as well, because the favorites are theirs. */
export const galleryQuery = (userId: string, reader: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['gallery', userId, reader ?? 'visitor'],
    queryFn: ({ pageParam, signal }) =>
      call(listUserJobs, { params: { id: userId as Address }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })

export const myFavoritesQuery = (address: string) =>
  infiniteQueryOptions({
    queryKey: ['favorites', address],
    queryFn: ({ pageParam, signal }) => call(listMyFavorites, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })

export const cancelling = mutationOptions({
  mutationFn: (id: string) => call(cancelJob, { params: { id } }),
  onSuccess: keepJob,
})

export const checking = mutationOptions({
  mutationFn: (id: string) => call(requestCheck, { params: { id } }),
  onSuccess: keepJob,
  // It may have been checked meanwhile, which the job shows.
  onError: (_, id) => queryClient.invalidateQueries({ queryKey: ['job', id] }),
})

/** The same key for the same click: if the response is lost, asking again doesn't order twice. */
export const retrying = mutationOptions({
  mutationFn: ({ job, key }: Repeat) =>
    call(retryJob, { params: { id: job.id }, headers: { 'idempotency-key': key } }),
  retry: mayAnswerLater,
  onSuccess: keepJob,
})

export const orderingNewVersion = mutationOptions({
  mutationFn: ({ job, key }: Repeat) =>
    call(submitJob, { body: newVersionOf(job), headers: { 'idempotency-key': key } }),
  retry: mayAnswerLater,
  onSuccess: keepJob,
})

interface Repeat {
  job: Job
  key: string
}

function mayAnswerLater(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof Refusal && error.code === 'dependency_unavailable'
}

export const showingTo = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string } & Partial<Pick<Job, 'visibility' | 'inputFilesHidden'>>) =>
    call(updateJob, { params: { id }, body }),
  onSuccess: (job: Job) => {
    if (job.visibility === 'private') reportGone(job.id)
    return keepJob(job)
  },
})

export const deleting = mutationOptions({
  mutationFn: (id: string) => call(deleteJob, { params: { id } }),
  onSuccess: (_, id) => {
    queryClient.removeQueries({ queryKey: ['job', id] })
    reportGone(id)
    return refreshLists()
  },
})

/** Applies a stream's event to a job, for everyone who shows it. */
export function noticeEvent(event: JobEvent): void {
  queryClient.setQueriesData<Job>({ queryKey: ['job', event.id] }, (job) => job && withEvent(job, event))
  if (isFinal(event)) void refreshLists()
}

function keepJob(job: Job): Promise<void> {
  queryClient.setQueriesData<Job>({ queryKey: ['job', job.id] }, (known) => known && newer(known, job))
  return refreshLists()
}

/** A response without the receipt must not remove one that we already have. */
function newer(known: Job, job: Job): Job {
  return { ...job, receipt: job.receipt ?? known.receipt }
}

/** A changed job may affect any list of jobs and the credits. */
export async function refreshLists(): Promise<void> {
  await Promise.all(
    ['my jobs', 'favorites', 'statement', 'credits'].map((list) =>
      queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )
}

function isRefusedForGood(error: unknown): boolean {
  return (
    error instanceof Refusal && error.code !== 'dependency_unavailable' && error.code !== 'internal_error'
  )
}
