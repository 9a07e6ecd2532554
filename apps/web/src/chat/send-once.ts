import type { ChatReply } from '@infra/protocol/chat'

interface Words {
  text: string
  threadId: string | undefined
}

export type Message = Words & { key: string }

type Send<M> = (message: M, onText: (append: string) => void) => Promise<ChatReply>

/** Gives each message a key, and the same one again if the last try had no response, so that the network gets it once. */
export function sendOnce(send: Send<Message>): Send<Words> {
  let unanswered: Message | undefined
  return async (words, onText) => {
    const isAgain = unanswered?.text === words.text && unanswered.threadId === words.threadId
    const message = isAgain ? unanswered! : { ...words, key: crypto.randomUUID() }
    unanswered = message
    const reply = await send(message, onText)
    unanswered = undefined
    return reply
  }
}
