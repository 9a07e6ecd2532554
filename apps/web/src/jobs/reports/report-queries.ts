import { listMyReports } from '@infra/protocol/job-reports'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const myReportsKey = ['my reports']

export const myReportsQuery = (address: string) =>
  infiniteQueryOptions({
    queryKey: [...myReportsKey, address],
    queryFn: ({ pageParam, signal }) => call(listMyReports, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ownMessage: true },
  })
