import { type EstimateQuery, getDemand, getEstimate } from '@infra/protocol/earning/estimates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const DEMAND_REFETCH_MS = 20_000

export const demandQuery = queryOptions({
  queryKey: ['demand'],
  queryFn: ({ signal }) => call(getDemand, {}, { signal }),
  refetchInterval: DEMAND_REFETCH_MS,
  retry: 1,
  meta: { ownMessage: true },
})

/** It's based on a week of jobs, so it stays the same for minutes. */
export const estimateQuery = (machine: EstimateQuery) =>
  queryOptions({
    queryKey: ['estimate', machine],
    queryFn: ({ signal }) => call(getEstimate, { query: machine }, { signal }),
    staleTime: 600_000,
    retry: 1,
    meta: { ownMessage: true },
  })
