import type { ChatMessage, ChatReply } from '@infra/protocol/chat'
import { type Mood, takeMood } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import { isReadable } from '@infra/protocol/text'
import { logError } from '../log.ts'
import { toast } from '../shell/toast.ts'
import { createStore, type Store } from '../store.ts'
import { clipDraft, lastMood, mergeMessages, type Said } from './conversation-rules.ts'

export interface ConversationState {
  /** Missing while nothing has been said. */
  threadId: string | undefined
  messages: readonly Said[]
  /** `loading`, `failed`: the thread that was opened; `missing`: there is none such. */
  phase: 'ready' | 'loading' | 'failed' | 'missing'
  draft: string
  /** What was sent and has no answer yet, where it was said, and as much of the reply as has come. */
  pending: { text: string; threadId: string | undefined; reply: string } | undefined
  /** Of the last reply; nothing where the network's own mood is shown. */
  mood: Mood | undefined
  /** Why the last message was not sent, or the thread not read. */
  problem: unknown
}

export interface ConversationPorts {
  send: (
    message: { text: string; threadId: string | undefined },
    onText: (append: string) => void,
  ) => Promise<ChatReply>
  read: (threadId: string) => Promise<readonly ChatMessage[]>
  /** Something was said: other lists and other tabs will want to know. */
  onSpoken: (threadId: string | undefined) => void
}

export type Conversation = ReturnType<typeof createConversation>

/** One conversation with Infra. The page and the panel show the same. */
export function createConversation({ send, read, onSpoken }: ConversationPorts) {
  const state: Store<ConversationState> = createStore<ConversationState>(nothingSaid)
  const change = (part: Partial<ConversationState>) => state.set({ ...state.get(), ...part })
  /** Rises when what is shown changes by other means: a thread that was read before that is out of date. */
  let edition = 0

  async function load({ quietly }: { quietly: boolean }): Promise<void> {
    const { threadId } = state.get()
    if (threadId === undefined) return
    const mine = ++edition
    try {
      const messages = await read(threadId)
      if (mine !== edition) return
      const { messages: shown, mood } = state.get()
      change({
        messages: mergeMessages(shown, messages),
        phase: 'ready',
        mood: quietly ? (lastMood(messages.slice(shown.length)) ?? mood) : lastMood(messages),
      })
    } catch (problem) {
      if (mine !== edition) return
      if (isMissing(problem)) change({ phase: 'missing', messages: [], mood: undefined })
      else if (!quietly) change({ phase: 'failed', problem })
    }
  }

  function take({ message, threadId, offer }: ChatReply, asked: string): void {
    const { text, mood } = takeMood(message)
    const said: Said[] = [
      { key: crypto.randomUUID(), id: undefined, role: 'user', text: asked, offer: null },
      { key: crypto.randomUUID(), id: undefined, role: 'infra', text, offer },
    ]
    edition++
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
      change({ draft: '', pending: { text, threadId, reply: '' }, problem: undefined })
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
      await load({ quietly: true })
    },

    /** Another thread, or none for a new one. */
    async open(threadId: string | undefined): Promise<void> {
      const { threadId: current, phase, draft, pending } = state.get()
      if (threadId === current && phase !== 'failed') return
      edition++
      const phaseNow = threadId === undefined ? 'ready' : 'loading'
      change({ ...nothingSaid, draft, pending, threadId, phase: phaseNow })
      await load({ quietly: false })
    },

    /** What was said elsewhere in the meantime. */
    async refresh(): Promise<void> {
      const { pending, phase } = state.get()
      // Both end by reading the thread.
      if (pending || phase === 'loading') return
      await load({ quietly: true })
    },
  }
}

const nothingSaid: ConversationState = {
  threadId: undefined,
  messages: [],
  phase: 'ready',
  draft: '',
  pending: undefined,
  mood: undefined,
  problem: undefined,
}

function isMissing(problem: unknown): boolean {
  return problem instanceof Refusal && problem.code === 'not_found'
}
