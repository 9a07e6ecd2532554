import type { ChatAnswering, ChatReply } from '@infra/protocol/chat'
import { isReadable } from '@infra/protocol/values/text'
import type { QueryClient } from '@tanstack/react-query'
import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { createStore } from '../store/store.ts'
import { clipDraft, type Pending } from './conversation-rules.ts'
import type { Input } from './conversation-state.ts'
import { createThreadCache } from './thread-cache.ts'

export interface ConversationPorts {
  address: string
  queryClient: QueryClient
  send: (
    message: { text: string; threadId: string | undefined },
    onText: (append: string) => void,
  ) => Promise<ChatReply>
  read: Parameters<typeof createThreadCache>[0]['read']
  /** The oldest of this person's questions that has no answer yet. */
  findAnswering: () => Promise<ChatAnswering | undefined>
  /** Called after something was said, because other lists and tabs must update. */
  onSpoken: (threadId: string | undefined) => void
}

/** Called when the conversation continues in another thread. */
type Follower = (from: string | undefined, to: string | undefined) => void

export type Conversation = ReturnType<typeof createConversation>

/**
 * What one person says to Infra. The screen decides which thread is shown; what was written and sent outlives the screen, so that page and
 * panel show the same.
 */
export function createConversation({ send, findAnswering, onSpoken, ...ports }: ConversationPorts) {
  const input = createStore<Input>({ draft: '', sent: undefined, problem: undefined })
  const change = (part: Partial<Input>) => input.set({ ...input.get(), ...part })
  /** The thread that was shown last, where panel and page continue. */
  const lastThread = createStore<string | undefined>(undefined)
  const followers = new Set<Follower>()

  function move(from: string | undefined, to: string | undefined): void {
    if (lastThread.get() === from) lastThread.set(to)
    for (const follow of followers) follow(from, to)
  }

  const threads = createThreadCache({
    ...ports,
    onAnswered: onSpoken,
    onUnanswered: ({ threadId, message }, { exists }) => {
      change({ draft: input.get().draft || message })
      toast('failure', 'Infra couldn’t answer. Your question is back in the input.')
      if (!exists) move(threadId, undefined)
    },
  })

  return {
    input: input as Pick<typeof input, 'get' | 'subscribe'>,
    lastThread,
    threads,
    write: (draft: string) => change({ draft: clipDraft(draft) }),

    /** Sends what was written in a thread, or begins one. Does nothing while a message is being sent, or if there is none. */
    async send(threadId: string | undefined): Promise<void> {
      const { draft } = input.get()
      const text = draft.trim()
      const isAnswering = threadId !== undefined && Boolean(threads.get(threadId)?.answering)
      if (input.get().sent || isAnswering || !isReadable(text)) return
      change({ draft: '', sent: { text, threadId, reply: '', isTakenUp: false }, problem: undefined })
      try {
        const reply = await send({ text, threadId }, (append) =>
          change({ sent: withText(input.get().sent, append) }),
        )
        await threads.addReply(reply, text)
        change({ sent: undefined })
        if (threadId === undefined) move(threadId, reply.threadId)
        onSpoken(reply.threadId)
      } catch (problem) {
        logError('Failed to send message', problem)
        change({ draft, sent: undefined, problem })
        toast('failure', 'Failed to send message')
        onSpoken(threadId)
        if (threadId === undefined) return
        threads.removeQuestion(threadId)
        // The reply may have been cut off in transit; then both messages are in the thread.
        await threads.refresh(threadId)
      }
    },

    /** For the screen whose address names the thread. Returns a function that ends it. */
    follow: (follower: Follower) => {
      followers.add(follower)
      return () => {
        followers.delete(follower)
      }
    },

    /** The thread to continue: the one that was shown last or, after a reload, that of a question which is being answered. */
    async resume(): Promise<string | undefined> {
      const isUnderWay = () => lastThread.get() !== undefined || input.get().sent !== undefined
      const answering = isUnderWay() ? undefined : await findAnswering()
      if (!answering || isUnderWay()) return lastThread.get()
      threads.addQuestion(answering)
      lastThread.set(answering.threadId)
      return answering.threadId
    },
  }
}

function withText(sent: Pending | undefined, append: string): Pending | undefined {
  return sent && { ...sent, reply: sent.reply + append }
}
