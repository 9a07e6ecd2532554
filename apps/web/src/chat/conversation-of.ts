import { getChatThread } from '@infra/protocol/chat'
import { call } from '../api.ts'
import { findAnswering, refreshThreads } from './chat-queries.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { hearOtherTabs, tellOtherTabs } from './other-tabs.ts'
import { sendMessage } from './send-message.ts'
import { sendOnce } from './send-once.ts'

let current: { address: string; conversation: Conversation; stop: () => void } | undefined

/** The one conversation of whoever is signed in; whoever signs in next begins another. */
export function conversationOf(address: string): Conversation {
  if (current?.address !== address) {
    current?.stop()
    current = { address, ...start(address) }
  }
  return current.conversation
}

function start(address: string) {
  const conversation = createConversation({
    send: sendOnce(sendMessage),
    read: (id) => call(getChatThread, { params: { id } }),
    findAnswering: () => findAnswering(address),
    onSpoken: (threadId) => {
      tellOtherTabs({ address, threadId })
      void refreshThreads(address)
    },
  })
  const stopHearing = hearOtherTabs((news) => {
    if (news.address !== address) return
    void refreshThreads(address)
    if (news.threadId === conversation.state.get().threadId) void conversation.refresh()
  })
  const lookAgain = () => {
    if (!document.hidden) void conversation.refresh()
  }
  document.addEventListener('visibilitychange', lookAgain)
  void conversation.takeUp()
  const stop = () => {
    conversation.stop()
    stopHearing()
    document.removeEventListener('visibilitychange', lookAgain)
  }
  return { conversation, stop }
}
