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

/** What an engine is told of what was said before; it may use less. */
const REMEMBERED_MAX = 20
const TITLE_CHARACTERS_MAX = 60

/** For what is done before and after the engine speaks. */
const QUESTION_SECONDS_MORE = 30

interface Saying {
  address: string
  message: string
  threadId: string | undefined
  /** A browser sends a request again by itself where a connection breaks: under one key it is said once. */
  key: string | undefined
}

interface Listener {
  /** The answer is that to an earlier message with the same key. */
  onReplay: () => void
  onThread: (threadId: string) => void
  onText: (append: string) => void
}

/**
 * Has the engine answer, then keeps question and answer together: where there is no answer, nothing was said, and the
 * person still has the words. Until then the question is noted, so that a page that was reloaded can wait for the answer.
 */
export async function sayToInfra(
  deps: Pick<Deps, 'db' | 'now'>,
  engine: Engine,
  { address, message, threadId, key }: Saying,
  { onReplay, onThread, onText, signal }: Listener & { signal: AbortSignal },
): Promise<ChatReply> {
  const order = { scope: `${address} POST /chat`, payload: { message, threadId }, now: deps.now(), onReplay }
  const earlier = key && (await findAnswer(deps.db, { ...order, key }))
  if (earlier) return earlier as ChatReply
  const id = threadId ?? randomUUIDv7()
  if (threadId && !(await findThread(deps.db, address, threadId))) throw noThread()
  const saidAt = deps.now()
  const questionId = randomUUIDv7()
  const expiresAt = new Date(saidAt.getTime() + (engine.secondsMax + QUESTION_SECONDS_MORE) * 1_000)
  await insertQuestion(deps.db, {
    id: questionId,
    address,
    threadId: id,
    message,
    startedAt: saidAt,
    expiresAt,
  })
  try {
    onThread(id)
    const history = threadId ? await listLastMessages(deps.db, threadId, REMEMBERED_MAX) : []
    const answer = await engine.answer({ address, message, history }, onText, signal)
    return await once(deps.db, { ...order, key }, async (tx) => {
      const messageIds = { question: randomUUIDv7(), answer: randomUUIDv7() }
      await keep(tx, deps.now, { id, isNew: !threadId, address, message, saidAt, answer, messageIds })
      // In the same transaction as the answer, so that a reader sees the question as open or as answered, never both.
      await deleteQuestion(tx, questionId)
      return { message: answer.text, threadId: id, offer: answer.offer, messageIds }
    })
  } finally {
    // Gone already where the answer was kept. Where the database is away, it expires.
    await deleteQuestion(deps.db, questionId).catch(() => {})
  }
}

export function noThread(): Refusal {
  return new Refusal('not_found', 'There is no such conversation.')
}

interface Exchange extends Pick<ChatReply, 'messageIds'> {
  /** Of the thread. */
  id: string
  isNew: boolean
  address: string
  message: string
  saidAt: Date
  answer: Answer
}

async function keep(tx: Db, now: Deps['now'], exchange: Exchange): Promise<void> {
  const { id, isNew, address, message, saidAt, answer, messageIds } = exchange
  const thread = { id, address, title: titleOf(message), updatedAt: now(), position: 0 }
  if (isNew) await insertThread(tx, thread)
  else if (!(await lockThread(tx, address, id))) throw noThread()
  const rows = await insertMessages(tx, [
    { id: messageIds.question, threadId: id, role: 'user', text: message, createdAt: saidAt },
    {
      id: messageIds.answer,
      threadId: id,
      role: 'infra',
      text: answer.text,
      offer: answer.offer,
      createdAt: now(),
    },
  ])
  const position = Math.max(...rows.map((row) => row.position))
  await touchThread(tx, id, { updatedAt: now(), position })
}

export function titleOf(message: string): string {
  const line = [...message.replaceAll(/\s+/g, ' ')]
  return line.length <= TITLE_CHARACTERS_MAX
    ? line.join('')
    : `${line.slice(0, TITLE_CHARACTERS_MAX).join('').trimEnd()}…`
}
