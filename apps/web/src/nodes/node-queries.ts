import { getEarnings, getPendingEarnings } from '@infra/protocol/credits'
import {
  confirmLink,
  createLinkToken,
  getLink,
  getNode,
  getNodeMap,
  listNodes,
  type NodeQuery,
  removeNode,
  updateNode,
} from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { appealSanction, listMySanctions } from '@infra/protocol/sanctions'
import { getPerfStats } from '@infra/protocol/stats'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'

/** Often enough to see nodes go on and offline. React Query polls only while the page is visible. */
export const REFETCH_MS = 4_000

export const statsQuery = queryOptions({
  queryKey: ['perf stats'],
  queryFn: ({ signal }) => call(getPerfStats, {}, { signal }),
  refetchInterval: REFETCH_MS,
  retry: 1,
  meta: { ownMessage: true },
})

/** All loaded pages are requested again each time, so more pages are polled less often. */
export const PAGES_REFETCH_MS = 20_000

export type NodeFilter = Pick<NodeQuery, 'search' | 'state' | 'sort' | 'order'>

export const nodesQuery = (filter: NodeFilter) =>
  infiniteQueryOptions({
    queryKey: ['nodes', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNodes, { query: { ...filter, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The previous results stay until the response to the current input arrives.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? PAGES_REFETCH_MS : REFETCH_MS),
    retry: 1,
    meta: { ownMessage: true },
  })

export const nodeMapQuery = queryOptions({
  queryKey: ['node map'],
  queryFn: ({ signal }) => call(getNodeMap, {}, { signal }),
  refetchInterval: REFETCH_MS,
  retry: 1,
})

export const nodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['node', id],
    queryFn: ({ signal }) => call(getNode, { params: { id: id as `0x${string}` } }, { signal }),
    refetchInterval: REFETCH_MS,
    retry: (failures, error) => failures < 1 && !(error instanceof Refusal && error.code === 'not_found'),
    meta: { ownMessage: true },
  })

/** Polled less often than the nodes, because decisions are rare. */
export const mySanctionsQuery = (address: string) =>
  queryOptions({
    queryKey: ['my sanctions', address],
    queryFn: ({ signal }) => call(listMySanctions, {}, { signal }),
    refetchInterval: PAGES_REFETCH_MS,
    retry: 1,
  })

export const appealing = mutationOptions({
  mutationFn: ({ id, text }: { id: string; text: string }) =>
    call(appealSanction, { params: { id }, body: { text } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['my sanctions'] }),
})

export const linkQuery = (code: string, address: string) =>
  queryOptions({
    queryKey: ['link', code, address],
    queryFn: ({ signal }) => call(getLink, { params: { code } }, { signal }),
    retry: (failures, error) =>
      failures < 2 && error instanceof Refusal && error.code === 'dependency_unavailable',
    meta: { ownMessage: true },
  })

export const earningsQuery = (address: string) =>
  queryOptions({
    queryKey: ['earnings', address],
    queryFn: ({ signal }) => call(getEarnings, {}, { signal }),
    staleTime: 30_000,
    retry: 1,
    meta: { ownMessage: true },
  })

export const pendingEarningsQuery = (address: string) =>
  queryOptions({
    queryKey: ['pending earnings', address],
    queryFn: ({ signal }) => call(getPendingEarnings, {}, { signal }),
    staleTime: 30_000,
    retry: 1,
  })

export const linking = mutationOptions({
  mutationFn: (code: string) => call(confirmLink, { params: { code } }),
  onSuccess: refreshNodes,
})

export const tokenMaking = mutationOptions({ mutationFn: () => call(createLinkToken) })

export const updating = mutationOptions({
  mutationFn: ({ id, ...body }: { id: `0x${string}`; name?: string; maintenance?: boolean }) =>
    call(updateNode, { params: { id }, body }),
  onSuccess: refreshNodes,
})

export const removing = mutationOptions({
  mutationFn: (id: `0x${string}`) => call(removeNode, { params: { id } }),
  // Not the node itself, which no longer exists.
  onSuccess: () => refresh(['nodes', 'my nodes']),
})

export async function refreshNodes(): Promise<void> {
  await refresh(['nodes', 'node', 'my nodes', 'my node'])
}

async function refresh(lists: readonly string[]): Promise<void> {
  await Promise.all(lists.map((list) => queryClient.invalidateQueries({ queryKey: [list] })))
}
