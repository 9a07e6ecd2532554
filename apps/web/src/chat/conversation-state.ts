import type { Mood } from '@infra/protocol/moods'
import type { Pending, Said } from './conversation-rules.ts'

export interface ConversationState {
  /** Missing while nothing has been said. */
  threadId: string | undefined
  messages: readonly Said[]
  /** `loading`, `failed`: the thread that was opened; `missing`: there is none such. */
  phase: 'ready' | 'loading' | 'failed' | 'missing'
  draft: string
  pending: Pending | undefined
  /** Of the last reply; nothing where the network's own mood is shown. */
  mood: Mood | undefined
  /** Why the last message was not sent, or the thread not read. */
  problem: unknown
}

export const nothingSaid: ConversationState = {
  threadId: undefined,
  messages: [],
  phase: 'ready',
  draft: '',
  pending: undefined,
  mood: undefined,
  problem: undefined,
}
