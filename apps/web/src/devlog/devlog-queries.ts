import { listDevlog } from '@infra/protocol/devlog'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** It changes only with a new version of the product, so once per visit is enough. */
export const devlogQuery = queryOptions({
  queryKey: ['devlog'],
  queryFn: ({ signal }) => call(listDevlog, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
  meta: { ownMessage: true },
})
