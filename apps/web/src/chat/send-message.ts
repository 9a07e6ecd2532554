import { type ChatReply, sendChatMessage } from '@infra/protocol/chat'
import { createClient } from '@infra/protocol/client'
import { authorizationHeader, renewingFetch } from '../api/authorization.ts'
import { watchedFetch } from '../api/reachability.ts'
import { configuration } from '../bootstrap/configuration.ts'
import type { Message } from './send-once.ts'
import { wholeAnswer } from './whole-answer.ts'

/** A model thinks before it speaks; what says nothing for this long has gone. */
const SILENCE_MS = 90_000

/** Says something to Infra, and hears the words of the reply as they come if the network can do that. */
export function sendMessage(
  { text, threadId, key }: Message,
  onText: (append: string) => void,
): Promise<ChatReply> {
  const silence = new AbortController()
  const call = createClient({
    prefix: configuration.apiPrefix,
    headers: authorizationHeader,
    fetch: async (address, options) => {
      const headers = new Headers(options?.headers)
      headers.set('accept', 'text/event-stream, application/json;q=0.9')
      const listening = listen(silence)
      try {
        const answer = await renewingFetch(watchedFetch)(address, {
          ...options,
          headers,
          signal: silence.signal,
        })
        return await wholeAnswer(answer, { onText, onSound: listening.heard })
      } finally {
        listening.stop()
      }
    },
  })
  return call(sendChatMessage, {
    headers: { 'idempotency-key': key },
    body: { message: text, thread_id: threadId },
  })
}

function listen(silence: AbortController) {
  const patience = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = patience()
  return {
    heard: () => {
      clearTimeout(timer)
      timer = patience()
    },
    stop: () => clearTimeout(timer),
  }
}
