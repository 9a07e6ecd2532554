import type { Input } from '@infra/protocol/endpoint'
import type { MyNode } from '@infra/protocol/nodes'
import {
  getMyNode,
  listMyNodes,
  listNodeAttempts,
  type MyNodeQuery,
  NODES_AT_ONCE_MAX,
  updateMyNodes,
} from '@infra/protocol/nodes/my-nodes'
import { getNodeLog } from '@infra/protocol/nodes/node-log'
import { Refusal } from '@infra/protocol/refusal'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { PAGES_REFETCH_MS, REFETCH_MS, refreshNodes } from '../node-queries.ts'

export type MyNodeFilter = Pick<MyNodeQuery, 'search' | 'state' | 'tag' | 'alerts' | 'sort' | 'order'>

/** More than this are polled less often. */
const FEW = 25

/** As often as agents send it. */
const LOG_REFETCH_MS = 10_000

/** Keyed by address, so that nothing of one account is shown to the next. */
export const myNodesQuery = (address: string, filter: MyNodeFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['my nodes', address, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listMyNodes, { query: { ...filter, limit: NODES_AT_ONCE_MAX, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The previous results stay until the response to the current input arrives.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.items.length ?? 0) > FEW ? PAGES_REFETCH_MS : REFETCH_MS,
    retry: 1,
    meta: { ownMessage: true },
  })

/** All of them, for a file. */
export async function readAllMyNodes(): Promise<MyNode[]> {
  const nodes: MyNode[] = []
  let before: string | undefined
  do {
    const page = await call(listMyNodes, { query: { limit: NODES_AT_ONCE_MAX, before } })
    nodes.push(...page.items)
    before = page.next
  } while (before)
  return nodes
}

export const isNotFound = (error: Error | null) => error instanceof Refusal && error.code === 'not_found'

export const myNodeQuery = (address: string, id: string) =>
  queryOptions({
    queryKey: ['my node', address, id],
    queryFn: ({ signal }) => call(getMyNode, { params: { id: id as `0x${string}` } }, { signal }),
    refetchInterval: REFETCH_MS,
    retry: (failures, error) => failures < 1 && !isNotFound(error),
    meta: { ownMessage: true },
  })

export const attemptsQuery = (address: string, id: string, only?: 'failed') =>
  infiniteQueryOptions({
    queryKey: ['my node', address, id, 'attempts', only],
    queryFn: ({ pageParam, signal }) =>
      call(
        listNodeAttempts,
        { params: { id: id as `0x${string}` }, query: { only, before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: PAGES_REFETCH_MS,
    retry: 1,
    meta: { ownMessage: true },
  })

export const nodeLogQuery = (address: string, id: string) =>
  queryOptions({
    queryKey: ['my node', address, id, 'log'],
    queryFn: ({ signal }) => call(getNodeLog, { params: { id: id as `0x${string}` } }, { signal }),
    refetchInterval: LOG_REFETCH_MS,
    retry: 1,
    meta: { ownMessage: true },
  })

export const updatingMany = mutationOptions({
  mutationFn: (body: Input<typeof updateMyNodes>['body']) => call(updateMyNodes, { body }),
  onSuccess: refreshNodes,
})
