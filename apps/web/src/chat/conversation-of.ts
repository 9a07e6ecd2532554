import { getChatThread } from '@infra/protocol/chat'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { findAnswering, refreshThreads } from './chat-queries.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { notifyOtherTabs, onOtherTabs } from './other-tabs.ts'
import { sendMessage } from './send-message.ts'
import { sendOnce } from './send-once.ts'

let current: { address: string; conversation: Conversation; stop: () => void } | undefined

/** The conversation of the signed-in account; the next account has its own. */
export function conversationOf(address: string): Conversation {
  if (current?.address !== address) {
    current?.stop()
    current = { address, ...start(address) }
  }
  return current.conversation
}

function start(address: string) {
  const conversation = createConversation({
    address,
    queryClient,
    send: sendOnce(sendMessage),
    read: (id) => call(getChatThread, { params: { id } }),
    findAnswering: () => findAnswering(address),
    onSpoken: (threadId) => {
      notifyOtherTabs({ address, threadId })
      void refreshThreads(address)
    },
  })
  const stop = onOtherTabs((news) => {
    if (news.address !== address) return
    void refreshThreads(address)
    if (news.threadId !== undefined) void conversation.threads.refresh(news.threadId)
  })
  void conversation.resume()
  return { conversation, stop }
}
