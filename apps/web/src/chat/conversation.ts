import type { ChatAnswering, ChatMessage, ChatReply } from '@infra/protocol/chat'
import { takeMood } from '@infra/protocol/moods'
import { isReadable } from '@infra/protocol/values/text'
import { logError } from '../diagnostics/log-error.ts'
import { toast } from '../overlays/toast.ts'
import { createStore, type Store } from '../store.ts'
import { clipDraft, type Said, takenUp } from './conversation-rules.ts'
import { type ConversationState, nothingSaid } from './conversation-state.ts'
import { createThreadReader } from './thread-reader.ts'

export interface ConversationPorts {
  send: (
    message: { text: string; threadId: string | undefined },
    onText: (append: string) => void,
  ) => Promise<ChatReply>
  read: (threadId: string) => Promise<{ messages: readonly ChatMessage[]; answering: ChatAnswering | null }>
  /** The oldest question of this person that has no answer yet. */
  findAnswering: () => Promise<ChatAnswering | undefined>
  /** Something was said: other lists and other tabs will want to know. */
  onSpoken: (threadId: string | undefined) => void
}

export type Conversation = ReturnType<typeof createConversation>

/** One conversation with Infra. The page and the panel show the same. */
export function createConversation({ send, read, findAnswering, onSpoken }: ConversationPorts) {
  const state: Store<ConversationState> = createStore<ConversationState>(nothingSaid)
  const change = (part: Partial<ConversationState>) => state.set({ ...state.get(), ...part })
  const reader = createThreadReader(state, { read, onSpoken })

  function take({ message, threadId, offer }: ChatReply, asked: string): void {
    const { text, mood } = takeMood(message)
    const said: Said[] = [
      { key: crypto.randomUUID(), id: undefined, role: 'user', text: asked, offer: null },
      { key: crypto.randomUUID(), id: undefined, role: 'infra', text, offer },
    ]
    reader.outdate()
    change({
      threadId,
      messages: [...state.get().messages, ...said],
      mood: mood ?? state.get().mood,
      phase: 'ready',
      pending: undefined,
    })
  }

  return {
    state: state as Pick<Store<ConversationState>, 'get' | 'subscribe'>,
    write: (draft: string) => change({ draft: clipDraft(draft) }),

    /** Does nothing while a message is on its way, or where there is none. */
    async send(): Promise<void> {
      const { draft, pending, threadId } = state.get()
      const text = draft.trim()
      if (pending || !isReadable(text)) return
      change({ draft: '', pending: { text, threadId, reply: '', isTakenUp: false }, problem: undefined })
      try {
        const reply = await send({ text, threadId }, (append) => {
          const { pending: now } = state.get()
          if (now) change({ pending: { ...now, reply: now.reply + append } })
        })
        // Whoever has gone to another thread meanwhile finds it when they come back.
        if (state.get().threadId === threadId) take(reply, text)
        else change({ pending: undefined })
        onSpoken(reply.threadId)
      } catch (problem) {
        logError('Failed to send message', problem)
        change({ draft: text, pending: undefined, problem })
        toast('failure', 'Failed to send message')
        // A reply may have been cut off on its way here: then both messages are in the thread.
        onSpoken(threadId)
      }
      await reader.load({ quietly: true })
    },

    /** Another thread, or none for a new one. */
    async open(threadId: string | undefined): Promise<void> {
      const { threadId: current, phase, draft, pending: before } = state.get()
      if (threadId === current && phase !== 'failed') return
      reader.outdate()
      // Found again by whoever comes back to its thread.
      const pending = before?.isTakenUp ? undefined : before
      const phaseNow = threadId === undefined ? 'ready' : 'loading'
      change({ ...nothingSaid, draft, pending, threadId, phase: phaseNow })
      await reader.load({ quietly: false })
    },

    /** After a reload: shows the question that is being answered, also where no thread is named. */
    async takeUp(): Promise<void> {
      const isOutdated = reader.since()
      const answering = await findAnswering()
      const { threadId, pending } = state.get()
      if (!answering || isOutdated() || threadId !== undefined || pending) return
      change({ threadId: answering.threadId, pending: takenUp(answering) })
      await reader.load({ quietly: true })
    },

    /** Asks for nothing any more. */
    stop: reader.outdate,

    /** What was said elsewhere in the meantime. */
    async refresh(): Promise<void> {
      const { pending, phase } = state.get()
      // Both end by reading the thread.
      if (pending || phase === 'loading') return
      await reader.load({ quietly: true })
    },
  }
}
