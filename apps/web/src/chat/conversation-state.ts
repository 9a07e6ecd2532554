import type { Mood } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import { type DisplayedMessage, lastMood, messagesIn, type Pending, pendingIn } from './conversation-rules.ts'
import type { CachedThread } from './thread-cache.ts'

/** What the person has written and sent on this page, whichever thread is shown. */
export interface Input {
  draft: string
  /** Sent from here, and still without a reply. */
  sent: Pending | undefined
  /** Why the last message was not sent. */
  problem: unknown
}

/** The conversation as a screen shows it. */
export interface ConversationState {
  /** Undefined while nothing has been said. */
  threadId: string | undefined
  messages: readonly DisplayedMessage[]
  /** `loading`, `failed`: of the opened thread; `missing`: there's no such thread. */
  phase: 'ready' | 'loading' | 'failed' | 'missing'
  draft: string
  pending: Pending | undefined
  /** The mood of the last reply that had one; if there's none, the network's own mood is shown. */
  mood: Mood | undefined
  /** Why the last message wasn't sent, or the thread not loaded. */
  problem: unknown
}

export function conversationState(
  threadId: string | undefined,
  thread: { data: CachedThread | undefined; error: unknown },
  { draft, sent, problem }: Input,
): ConversationState {
  const phase = threadId === undefined ? 'ready' : phaseOf(thread)
  const { messages, answering } = (phase === 'ready' && thread.data) || emptyThread
  return {
    threadId,
    messages: messagesIn(messages),
    phase,
    draft,
    pending: pendingIn(sent, answering),
    mood: lastMood(messages),
    problem: problem ?? (phase === 'failed' ? thread.error : undefined),
  }
}

const emptyThread: CachedThread = { messages: [], answering: null }

function phaseOf({ data, error }: { data: CachedThread | undefined; error: unknown }) {
  if (error instanceof Refusal && error.code === 'not_found') return 'missing'
  // A loaded thread is still shown when reloading it fails.
  if (data) return 'ready'
  return error ? 'failed' : 'loading'
}
