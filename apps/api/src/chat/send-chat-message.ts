import { randomUUIDv7 } from 'node:crypto'
import type { ChatReply } from '@infra/protocol/chat'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, once } from '../http/idempotency.ts'
import {
  findThread,
  insertMessages,
  insertThread,
  listLastMessages,
  lockThread,
  touchThread,
} from './chat-queries.ts'
import type { Answer, Engine } from './engine.ts'
import { deleteQuestion, insertQuestion } from './question-queries.ts'

/** The messages of the conversation that an engine gets; it may use fewer. */
const HISTORY_MAX = 20
const TITLE_CHARACTERS_MAX = 60

/** On top of the engine's own time limit, for the work before and after it. */
const QUESTION_SECONDS_EXTRA = 30

interface SentMessage {
  address: string
  message: string
  threadId: string | undefined
  /** Browsers may repeat a request when a connection breaks; with one key the message is sent only once. */
  key: string | undefined
}

interface Listener {
  /** Called if the reply belongs to an earlier request with the same key. */
  onReplay: () => void
  onThread: (threadId: string) => void
  onText: (append: string) => void
}

/**
 * Has the engine answer, then stores message and answer together: without an answer nothing is stored, and the person still has the text in
 * the form. Until then the message is recorded as an open question, so that a reloaded page can wait for the answer.
 */
export async function sendChatMessage(
  deps: Pick<Deps, 'db' | 'now'>,
  engine: Engine,
  { address, message, threadId, key }: SentMessage,
  { onReplay, onThread, onText, signal }: Listener & { signal: AbortSignal },
): Promise<ChatReply> {
  const request = {
    scope: `${address} POST /chat`,
    payload: { message, threadId },
    now: deps.now(),
    onReplay,
  }
  const earlier = key && (await findAnswer(deps.db, { ...request, key }))
  if (earlier) return earlier as ChatReply
  const id = threadId ?? randomUUIDv7()
  const thread = threadId ? await findThread(deps.db, address, threadId) : undefined
  if (threadId && !thread) throw noThread()
  const sentAt = deps.now()
  const questionId = randomUUIDv7()
  const expiresAt = new Date(sentAt.getTime() + (engine.secondsMax + QUESTION_SECONDS_EXTRA) * 1_000)
  await insertQuestion(deps.db, {
    id: questionId,
    address,
    threadId: id,
    message,
    startedAt: sentAt,
    expiresAt,
  })
  try {
    onThread(id)
    const history = threadId ? await listLastMessages(deps.db, threadId, HISTORY_MAX) : []
    const answer = await engine.answer(
      { address, message, state: thread?.state ?? {}, history },
      onText,
      signal,
    )
    return await once(deps.db, { ...request, key }, async (tx) => {
      const messageIds = { question: randomUUIDv7(), answer: randomUUIDv7() }
      await storeExchange(tx, deps.now, {
        id,
        isNew: !threadId,
        address,
        message,
        sentAt,
        answer,
        messageIds,
      })
      // In the same transaction as the answer, so that a reader sees the question as open or as answered, never both.
      await deleteQuestion(tx, questionId)
      return { message: answer.text, threadId: id, offer: answer.offer, messageIds }
    })
  } finally {
    // Already deleted if the answer was stored. If the database is unavailable, the question expires.
    await deleteQuestion(deps.db, questionId).catch(() => {})
  }
}

export function noThread(): Refusal {
  return new Refusal('not_found', 'There is no such conversation.')
}

interface Exchange extends Pick<ChatReply, 'messageIds'> {
  /** The thread's id. */
  id: string
  isNew: boolean
  address: string
  message: string
  sentAt: Date
  answer: Answer
}

async function storeExchange(tx: Db, now: Deps['now'], exchange: Exchange): Promise<void> {
  const { id, isNew, address, message, sentAt, answer, messageIds } = exchange
  const thread = { id, address, title: titleOf(message), updatedAt: now(), position: 0, state: answer.state }
  if (isNew) await insertThread(tx, thread)
  else if (!(await lockThread(tx, address, id))) throw noThread()
  const rows = await insertMessages(tx, [
    { id: messageIds.question, threadId: id, role: 'user', content: message, createdAt: sentAt },
    {
      id: messageIds.answer,
      threadId: id,
      role: 'assistant',
      content: answer.text,
      offer: answer.offer,
      createdAt: now(),
    },
  ])
  const position = Math.max(...rows.map((row) => row.position))
  await touchThread(tx, id, { updatedAt: now(), position, state: answer.state })
}

export function titleOf(message: string): string {
  const line = [...message.replaceAll(/\s+/g, ' ')]
  return line.length <= TITLE_CHARACTERS_MAX
    ? line.join('')
    : `${line.slice(0, TITLE_CHARACTERS_MAX).join('').trimEnd()}…`
}
