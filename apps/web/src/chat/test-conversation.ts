import type { ChatAnswering, ChatMessage, ChatReply } from '@infra/protocol/chat'
import { Refusal } from '@infra/protocol/refusal'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { vi } from 'vitest'
import { type ConversationPorts, createConversation } from './conversation.ts'
import { conversationState } from './conversation-state.ts'

export const THREAD = '00000000-0000-4000-8000-000000000001'
export const OTHER = '00000000-0000-4000-8000-000000000002'

/** A conversation whose responses the test gives by hand, and the screen that shows one of its threads. */
export function testConversation(ports: Partial<Pick<ConversationPorts, 'read'>> = {}) {
  const network = scriptedNetwork()
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const spoken: (string | undefined)[] = []
  const conversation = createConversation({
    address: '0x1',
    queryClient,
    send: network.send,
    read: network.read,
    findAnswering: async () => network.answering[0],
    onSpoken: (threadId) => spoken.push(threadId),
    ...ports,
  })
  // The screen follows the conversation, as the page's address does.
  let shown: string | undefined
  const observer = new QueryObserver(queryClient, conversation.threads.query(shown))
  const leave = observer.subscribe(() => {})
  const show = (id: string | undefined) => {
    shown = id
    observer.setOptions(conversation.threads.query(id))
  }
  conversation.follow((from, to) => from === shown && show(to))
  return {
    ...network,
    conversation,
    spoken,
    open: async (id: string | undefined) => {
      show(id)
      await settled()
    },
    /** Like a page that names no thread. */
    resume: async () => {
      const id = await conversation.resume()
      if (shown === undefined) show(id)
      await settled()
    },
    refresh: () => conversation.threads.refresh(shown!),
    send: () => void conversation.send(shown),
    leave,
    state: () => conversationState(shown, observer.getCurrentResult(), conversation.input.get()),
  }
}

/** Threads that store messages, and replies that come when the test sends them. */
function scriptedNetwork() {
  const threads = new Map<string, ChatMessage[]>()
  /** What the network is answering for a page that was closed. */
  const answering: ChatAnswering[] = []
  const sent: { text: string; threadId: string | undefined }[] = []
  /** The threads that were loaded, in order. */
  const reads: string[] = []
  let current = Promise.withResolvers<ChatReply>()
  let speak: (append: string) => void = () => {}
  const say = (threadId: string, role: ChatMessage['role'], content: string) => {
    const id = crypto.randomUUID()
    const added: ChatMessage = { id, role, content, offer: null, createdAt: new Date() }
    threads.set(threadId, [...(threads.get(threadId) ?? []), added])
    return id
  }
  return {
    answering,
    sent,
    reads,
    say,
    send: (message: (typeof sent)[number], onText: typeof speak) => {
      sent.push(message)
      speak = onText
      current = Promise.withResolvers()
      return current.promise
    },
    read: async (id: string) => {
      reads.push(id)
      const found = threads.get(id)
      const question = answering.find(({ threadId }) => threadId === id)
      if (!found && !question) throw new Refusal('not_found', 'There is no such thread.')
      return { messages: found ?? [], answering: question ?? null }
    },
    /** A page asked and was closed; the network continues. */
    askElsewhere: (threadId: string, message: string) =>
      answering.push({ threadId, message, startedAt: new Date() }),
    /** The network has answered that, or couldn't. */
    endElsewhere: (reply?: string) => {
      const { threadId, message } = answering.shift()!
      if (reply === undefined) return
      say(threadId, 'user', message)
      say(threadId, 'assistant', reply)
    },
    deleteThread: (id: string) => threads.delete(id),
    speak: (append: string) => speak(append),
    /** Stores both messages as the API does, and responds. */
    reply: async (message: string, threadId = THREAD) => {
      const question = say(threadId, 'user', sent.at(-1)!.text)
      const messageIds = { question, answer: say(threadId, 'assistant', message) }
      current.resolve({ message, threadId, offer: null, messageIds })
      await settled()
    },
    fail: async (error: unknown = new Refusal('dependency_unavailable', 'Away.')) => {
      current.reject(error)
      await settled()
    },
  }
}

/** Also works while the test controls the clock. */
const settled = () =>
  vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(1) : new Promise((done) => setTimeout(done, 5))
