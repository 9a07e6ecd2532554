import { listAlerts } from '@infra/protocol/alerts/node-alerts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** As often as the network checks nodes. */
const REFETCH_MS = 10_000

/** Keyed by address, so that nothing of one account is shown to the next. */
export const alertsQuery = (address: string) =>
  queryOptions({
    queryKey: ['alerts', address],
    queryFn: ({ signal }) => call(listAlerts, {}, { signal }),
    refetchInterval: REFETCH_MS,
    retry: 1,
  })
