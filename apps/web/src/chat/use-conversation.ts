import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useStore } from '../store/use-store.ts'
import type { Conversation } from './conversation.ts'
import { type ConversationState, conversationState } from './conversation-state.ts'

/** A thread, with what was written in it and sent, as one state to show. */
export function useConversation(conversation: Conversation, threadId: string | undefined): ConversationState {
  const { data, error } = useQuery(conversation.threads.query(threadId), queryClient)
  const input = useStore(conversation.input)
  return useMemo(() => conversationState(threadId, { data, error }, input), [threadId, data, error, input])
}
