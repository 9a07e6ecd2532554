import type { ChatAnswering, ChatMessage, ChatReply, getChatThread } from '@infra/protocol/chat'
import type { Output } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isAnswered, withMessages } from './conversation-rules.ts'
import { threadKey } from './thread-key.ts'

/** A thread as the query cache has it. */
export type CachedThread = Pick<Output<typeof getChatThread>, 'messages' | 'answering'>

interface ThreadCacheOptions {
  /** Nobody is shown a thread that was read for another account. */
  address: string
  queryClient: QueryClient
  read: (threadId: string) => Promise<{ messages: ChatMessage[]; answering: ChatAnswering | null }>
  /** The question of another page has its answer now. */
  onAnswered: (threadId: string) => void
  /** It could not be answered; where it was to begin its thread, there is no such thread. */
  onUnanswered: (question: ChatAnswering, thread: { exists: boolean }) => void
}

/** How often the network is asked whether an answer that another page began is there. */
const ANSWERING_ASKED_EVERY_MS = 1_500

/** A thread that was read so recently is not read again only because another screen shows it. */
const FRESH_MS = 5_000

/** The threads of one person in the query cache: read from the network, and written to by what is said here. */
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
        refetchInterval: ({ state }) => (state.data?.answering ? ANSWERING_ASKED_EVERY_MS : false),
        retry: false,
        meta: { ownMessage: true },
      }),

    /** A question that another page has asked; what was said before it is read. */
    addQuestion: (answering: ChatAnswering) => {
      if (get(answering.threadId)) return
      set(answering.threadId, { messages: [], answering })
      void refresh(answering.threadId)
    },

    /** It is asked no longer: its words are back with the person. */
    removeQuestion: (threadId: string) => {
      const thread = get(threadId)
      if (thread?.answering) set(threadId, { ...thread, answering: null })
    },

    /** Question and answer, whether or not their thread is shown. */
    addReply: async ({ threadId, message, offer, messageIds }: ChatReply, text: string) => {
      const createdAt = new Date()
      const said: ChatMessage[] = [
        { id: messageIds.question, role: 'user', content: text, offer: null, createdAt },
        { id: messageIds.answer, role: 'assistant', content: message, offer, createdAt },
      ]
      const wasReading = queryClient.isFetching({ queryKey: keyOf(threadId) }) > 0
      // What is being read now may lack both messages.
      await queryClient.cancelQueries({ queryKey: keyOf(threadId) })
      set(threadId, { messages: withMessages(get(threadId)?.messages ?? [], said), answering: null })
      if (wasReading) void refresh(threadId)
    },

    /** It changed elsewhere: read again where it is shown, or when it is shown next. */
    refresh,
    /** After a read that failed. */
    readAgain: (threadId: string | undefined) => queryClient.refetchQueries({ queryKey: keyOf(threadId) }),
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'not_found'
}
