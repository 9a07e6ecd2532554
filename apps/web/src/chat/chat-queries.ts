import { type ChatAnswering, deleteChatThread, listChatThreads } from '@infra/protocol/chat'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { notifyOtherTabs } from './other-tabs.ts'
import { threadKey } from './thread-key.ts'

/** The network's mood changes slowly. */
const REFETCH_MS = 60_000

const threadsKey = (address: string) => ['chat threads', address]

/** My threads, with what is being answered and the network's mood. Keyed by address, so that nobody sees another's. */
export const threadsQuery = (address: string) =>
  infiniteQueryOptions({
    queryKey: threadsKey(address),
    queryFn: ({ pageParam, signal }) => call(listChatThreads, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFETCH_MS,
    retry: 1,
    meta: { ownMessage: true },
  })

/** Uses the same response as the list, which reports itself if it can't be loaded. */
export async function findAnswering(address: string): Promise<ChatAnswering | undefined> {
  const found = await queryClient.fetchInfiniteQuery(threadsQuery(address)).catch(() => undefined)
  return found?.pages[0]?.answering[0]
}

export const deletingThread = (address: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteChatThread, { params: { id } }),
    onSuccess: (_, id) => {
      notifyOtherTabs({ address, threadId: id })
      // Doesn't load it again here, because the screen is about to leave it, but only if somebody comes back to it.
      void queryClient.invalidateQueries({ queryKey: threadKey(address, id), refetchType: 'none' })
      return refreshThreads(address)
    },
  })

export function refreshThreads(address: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: threadsKey(address) })
}
