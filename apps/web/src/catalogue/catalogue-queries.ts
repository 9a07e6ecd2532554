import { getApp, listApps } from '@infra/protocol/apps'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The apps' figures change every second, but refreshing more often would be useless. */
const APPS_REFETCH_MS = 5_000

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => call(listApps, {}, { signal }),
  refetchInterval: APPS_REFETCH_MS,
  retry: 1,
  meta: { ownMessage: true },
})

/** A single app. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ['apps', id],
    queryFn: ({ signal }) => call(getApp, { params: { id } }, { signal }),
    retry: 1,
    meta: { ownMessage: true },
  })
