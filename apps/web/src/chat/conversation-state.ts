import type { Mood } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import { lastMood, messagesIn, type Pending, pendingIn, type Said } from './conversation-rules.ts'
import type { CachedThread } from './thread-cache.ts'

/** What the person has written and sent from this page, whichever thread is shown. */
export interface Input {
  draft: string
  /** Sent from here, and without a reply yet. */
  sent: Pending | undefined
  /** Why the last message was not sent. */
  problem: unknown
}

/** The conversation as a screen shows it. */
export interface ConversationState {
  /** Missing while nothing has been said. */
  threadId: string | undefined
  messages: readonly Said[]
  /** `loading`, `failed`: the thread that was opened; `missing`: there is none such. */
  phase: 'ready' | 'loading' | 'failed' | 'missing'
  draft: string
  pending: Pending | undefined
  /** Of the last reply that had one; the network's own mood is shown where it is missing. */
  mood: Mood | undefined
  /** Why the last message was not sent, or the thread not read. */
  problem: unknown
}

export function conversationState(
  threadId: string | undefined,
  thread: { data: CachedThread | undefined; error: unknown },
  { draft, sent, problem }: Input,
): ConversationState {
  const phase = threadId === undefined ? 'ready' : phaseOf(thread)
  const { messages, answering } = (phase === 'ready' && thread.data) || nothingSaid
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

const nothingSaid: CachedThread = { messages: [], answering: null }

function phaseOf({ data, error }: { data: CachedThread | undefined; error: unknown }) {
  if (error instanceof Refusal && error.code === 'not_found') return 'missing'
  // A thread that was read once is still shown when a later look at it fails.
  if (data) return 'ready'
  return error ? 'failed' : 'loading'
}
