import { type ChatReply, sendChatMessage } from '@infra/protocol/chat'
import { authorizedFetch, call } from '../api/call.ts'
import type { Message } from './send-once.ts'
import { wholeAnswer } from './whole-answer.ts'

/** A model takes a while before its first word; a connection that is silent for this long is lost. */
const IDLE_TIMEOUT_MS = 90_000

/** Sends a message to Infra, and reports the words of the reply as they come if the network can do that. */
export function sendMessage(
  { text, threadId, key }: Message,
  onText: (append: string) => void,
): Promise<ChatReply> {
  return call(
    sendChatMessage,
    { headers: { 'idempotency-key': key }, body: { message: text, thread_id: threadId } },
    { fetch: fetchAsEvents(onText) },
  )
}

/** Requests events, and returns what they add up to. Gives up after silence, however long the answer is. */
function fetchAsEvents(onText: (append: string) => void): typeof fetch {
  return async (address, options) => {
    const headers = new Headers(options?.headers)
    headers.set('accept', 'text/event-stream, application/json;q=0.9')
    const silence = new AbortController()
    const giveUpLater = () => setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS)
    let timer = giveUpLater()
    const onSound = () => {
      clearTimeout(timer)
      timer = giveUpLater()
    }
    try {
      const answer = await authorizedFetch(address, { ...options, headers, signal: silence.signal })
      return await wholeAnswer(answer, { onText, onSound })
    } finally {
      clearTimeout(timer)
    }
  }
}
