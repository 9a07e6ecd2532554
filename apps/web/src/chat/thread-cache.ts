import type { ChatAnswering, ChatMessage, ChatReply, getChatThread } from '@infra/protocol/chat'
import type { Output } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isAnswered, withMessages } from './conversation-rules.ts'
import { threadKey } from './thread-key.ts'

/** A thread in the query cache. */
export type CachedThread = Pick<Output<typeof getChatThread>, 'messages' | 'answering'>

interface ThreadCacheOptions {
  /** So that nobody sees a thread that was loaded for another account. */
  address: string
  queryClient: QueryClient
  read: (threadId: string) => Promise<{ messages: ChatMessage[]; answering: ChatAnswering | null }>
  /** Another page's question has its answer now. */
  onAnswered: (threadId: string) => void
  /** It couldn't be answered; if it was to begin its thread, that doesn't exist. */
  onUnanswered: (question: ChatAnswering, thread: { exists: boolean }) => void
}

/** How often to ask whether an answer to another page's question is there. */
const ANSWERING_REFETCH_MS = 1_500

/** A thread that was loaded this recently isn't loaded again just because another screen shows it. */
const FRESH_MS = 5_000

/** One person's threads in the query cache: loaded from the network, and updated by what is said here. */
export function createThreadCache({ address, queryClient, read, ...listener }: ThreadCacheOptions) {
  const keyOf = (threadId: string | undefined) => threadKey(address, threadId)
  const get = (threadId: string) => queryClient.getQueryData<CachedThread>(keyOf(threadId))
  const set = (threadId: string, thread: CachedThread) =>
    queryClient.setQueryData<CachedThread>(keyOf(threadId), thread)
  const refresh = (threadId: string) => queryClient.invalidateQueries({ queryKey: keyOf(threadId) })

  async function readThread(threadId: string): Promise<CachedThread> {
    const { messages: before = [], answering: question } = get(threadId) ?? {}
    try {
      const { messages, answering } = await read(threadId)
      if (question && !answering && get(threadId)?.answering) {
        if (isAnswered(question, before, messages)) listener.onAnswered(threadId)
        else listener.onUnanswered(question, { exists: true })
      }
      return { messages, answering }
    } catch (error) {
      if (question && before.length === 0 && isNotFound(error))
        listener.onUnanswered(question, { exists: false })
      throw error
    }
  }

  return {
    get,
    query: (threadId: string | undefined) =>
      queryOptions({
        queryKey: keyOf(threadId),
        queryFn: () => readThread(threadId!),
        enabled: threadId !== undefined,
        staleTime: FRESH_MS,
        refetchInterval: ({ state }) => (state.data?.answering ? ANSWERING_REFETCH_MS : false),
        retry: false,
        meta: { ownMessage: true },
      }),

    /** A question from another page; loads what was said before it. */
    addQuestion: (answering: ChatAnswering) => {
      if (get(answering.threadId)) return
      set(answering.threadId, { messages: [], answering })
      void refresh(answering.threadId)
    },

    /** The question was withdrawn: its text is back in the input. */
    removeQuestion: (threadId: string) => {
      const thread = get(threadId)
      if (thread?.answering) set(threadId, { ...thread, answering: null })
    },

    /** Adds question and answer, whether or not their thread is shown. */
    addReply: async ({ threadId, message, offer, messageIds }: ChatReply, text: string) => {
      const createdAt = new Date()
      const added: ChatMessage[] = [
        { id: messageIds.question, role: 'user', content: text, offer: null, createdAt },
        { id: messageIds.answer, role: 'assistant', content: message, offer, createdAt },
      ]
      const wasReading = queryClient.isFetching({ queryKey: keyOf(threadId) }) > 0
      // A read in progress may lack both messages.
      await queryClient.cancelQueries({ queryKey: keyOf(threadId) })
      set(threadId, { messages: withMessages(get(threadId)?.messages ?? [], added), answering: null })
      if (wasReading) void refresh(threadId)
    },

    /** It changed elsewhere: load it again if it's shown, or when it's shown next. */
    refresh,
    /** After loading failed. */
    readAgain: (threadId: string | undefined) => queryClient.refetchQueries({ queryKey: keyOf(threadId) }),
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'not_found'
}
