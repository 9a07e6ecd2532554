import { getNodeTrust, getTrustFigures } from '@infra/protocol/trust'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The API counts them every ten seconds at most. */
const FIGURES_FRESH_MS = 30_000

export const trustFiguresQuery = queryOptions({
  queryKey: ['trust figures'],
  queryFn: ({ signal }) => call(getTrustFigures, {}, { signal }),
  staleTime: FIGURES_FRESH_MS,
  retry: 1,
  meta: { ownMessage: true },
})

export const nodeTrustQuery = (id: string) =>
  queryOptions({
    queryKey: ['node trust', id],
    queryFn: ({ signal }) => call(getNodeTrust, { params: { id: id as `0x${string}` } }, { signal }),
    staleTime: FIGURES_FRESH_MS,
    retry: 1,
    meta: { ownMessage: true },
  })
