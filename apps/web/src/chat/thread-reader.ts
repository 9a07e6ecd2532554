import type { ChatAnswering, ChatMessage } from '@infra/protocol/chat'
import { Refusal } from '@infra/protocol/refusal'
import { toast } from '../overlays/toast.ts'
import type { Store } from '../store.ts'
import { isAnswered, lastMood, mergeMessages, type Pending, pendingAfter } from './conversation-rules.ts'
import { type ConversationState, nothingSaid } from './conversation-state.ts'

/** How often the network is asked whether an answer that another page began is there. */
const ASKED_AGAIN_MS = 1_500

interface Ports {
  read: (threadId: string) => Promise<{ messages: readonly ChatMessage[]; answering: ChatAnswering | null }>
  onSpoken: (threadId: string | undefined) => void
}

/** Reads the thread that is open into the state, again and again while something is being answered in it. */
export function createThreadReader(state: Store<ConversationState>, { read, onSpoken }: Ports) {
  const change = (part: Partial<ConversationState>) => state.set({ ...state.get(), ...part })
  /** Rises when what is shown changes by other means: a thread that was read before that is out of date. */
  let edition = 0

  async function load({ quietly }: { quietly: boolean }): Promise<void> {
    const { threadId } = state.get()
    if (threadId === undefined) return
    const mine = ++edition
    try {
      const { messages, answering } = await read(threadId)
      if (mine !== edition) return
      const { messages: shown, mood, pending } = state.get()
      change({
        messages: mergeMessages(shown, messages),
        phase: 'ready',
        mood: quietly ? (lastMood(messages.slice(shown.length)) ?? mood) : lastMood(messages),
        pending: pendingAfter(pending, answering),
      })
      if (pending?.isTakenUp && !answering) {
        if (isAnswered(pending, shown, messages)) onSpoken(threadId)
        else giveBack(pending)
      }
    } catch (problem) {
      if (mine !== edition) return
      if (isMissing(problem)) noThread()
      else if (!quietly) change({ phase: 'failed', problem })
    }
    if (state.get().pending?.isTakenUp) askAgain()
  }

  function askAgain(): void {
    const mine = edition
    setTimeout(() => {
      if (mine === edition) void load({ quietly: true })
    }, ASKED_AGAIN_MS)
  }

  function noThread(): void {
    const { draft, messages, pending } = state.get()
    if (pending?.isTakenUp && messages.length === 0) {
      // The answer that was to begin the thread failed, so there is nothing to show of it.
      change({ ...nothingSaid, draft })
      giveBack(pending)
      return
    }
    const stillPending = pending?.isTakenUp ? undefined : pending
    change({ phase: 'missing', messages: [], mood: undefined, pending: stillPending })
  }

  function giveBack({ text }: Pending): void {
    change({ draft: state.get().draft || text })
    toast('failure', 'Infra could not answer. Your question is back in the input.')
  }

  return {
    load,
    /** What is being read now is not what should be shown any more. */
    outdate: () => {
      edition++
    },
    /** Tells, when it is asked later, whether what is shown has changed by other means since. */
    since: () => {
      const mine = edition
      return () => mine !== edition
    },
  }
}

function isMissing(problem: unknown): boolean {
  return problem instanceof Refusal && problem.code === 'not_found'
}
