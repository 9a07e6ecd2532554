import { getEarnings } from '@infra/protocol/credits'
import {
  confirmLink,
  createLinkToken,
  getLink,
  listMyNodes,
  listNodes,
  removeNode,
  updateNode,
} from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { getPerfStats } from '@infra/protocol/stats'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'

/** Often enough to see nodes go on and offline. React Query polls only while the page is visible. */
const ASKED_EVERY_MS = 4_000

export const statsQuery = queryOptions({
  queryKey: ['perf stats'],
  queryFn: ({ signal }) => call(getPerfStats, {}, { signal }),
  refetchInterval: ASKED_EVERY_MS,
  retry: 1,
})

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: ({ signal }) => call(listNodes, {}, { signal }),
  refetchInterval: ASKED_EVERY_MS,
  retry: 1,
})

/** Keyed by address, so that nothing of one account is shown to the next. */
export const myNodesQuery = (address: string) =>
  queryOptions({
    queryKey: ['my nodes', address],
    queryFn: ({ signal }) => call(listMyNodes, {}, { signal }),
    refetchInterval: ASKED_EVERY_MS,
    retry: 1,
  })

export const linkQuery = (code: string, address: string) =>
  queryOptions({
    queryKey: ['link', code, address],
    queryFn: ({ signal }) => call(getLink, { params: { code } }, { signal }),
    retry: (failures, error) =>
      failures < 2 && error instanceof Refusal && error.code === 'dependency_unavailable',
  })

export const earningsQuery = (address: string) =>
  queryOptions({
    queryKey: ['earnings', address],
    queryFn: ({ signal }) => call(getEarnings, {}, { signal }),
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
  onSuccess: refreshNodes,
})

async function refreshNodes(): Promise<void> {
  await Promise.all(['nodes', 'my nodes'].map((list) => queryClient.invalidateQueries({ queryKey: [list] })))
}
