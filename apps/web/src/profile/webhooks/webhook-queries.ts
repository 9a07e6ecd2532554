import { listDeliveries, listWebhooks } from '@infra/protocol/programs/webhooks'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** While deliveries are in progress. */
const REFRESH_MS = 2_000

export const webhooksQuery = (address: string) =>
  queryOptions({
    queryKey: ['webhooks', address],
    queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
    meta: { ownMessage: true },
  })

export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, { params: { id }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ state }) => state === 'waiting') ? REFRESH_MS : false,
    meta: { ownMessage: true },
  })
