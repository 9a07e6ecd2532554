import { getApp, listApps } from '@infra/protocol/apps'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** How busy the apps are changes by the second; more often would be of no use to anyone. */
const APPS_ASKED_EVERY_MS = 5_000

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => call(listApps, {}, { signal }),
  refetchInterval: APPS_ASKED_EVERY_MS,
  retry: 1,
})

/** One of them alone, for whoever shows no others. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ['apps', id],
    queryFn: ({ signal }) => call(getApp, { params: { id } }, { signal }),
    retry: 1,
  })
