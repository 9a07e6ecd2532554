import { randomUUID } from 'node:crypto'
import {
  deleteChatThread,
  getChatThread,
  listChatThreads,
  sendChatMessage as sendChatMessageEndpoint,
} from '@infra/protocol/chat'
import type { Output } from '@infra/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { NUMBER_CURSOR, pageOf, readCursor } from '../http/page.ts'
import { route, streamableRoute } from '../http/route.ts'
import { readPerfStats } from '../stats/perf-stats.ts'
import { deleteThread, findThread, listLastMessages, listThreads } from './chat-queries.ts'
import { chooseEngine } from './choose-engine.ts'
import type { SpeakDeps } from './network/speak.ts'
import { listOpenQuestions } from './question-queries.ts'
import { restingMood } from './resting-rules.ts'
import { noThread, sendChatMessage, titleOf } from './send-chat-message.ts'
import { suggest } from './suggestions/suggest.ts'

/** Longer conversations show only their latest messages. */
const SHOWN_MAX = 200

/** The database is queried only once in this time, however many pages show Infra. */
const MOOD_CACHED_MS = 5_000

export function chatRoutes(server: FastifyInstance, deps: SpeakDeps): void {
  const { db } = deps
  const engine = chooseEngine(deps, server.log)
  const inTurn = keyedMutex()
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const resting = memoizeForMs(MOOD_CACHED_MS, async () => restingMood(await readPerfStats(db)))
  server.addHook('preClose', async () => {
    closing.abort()
    await Promise.allSettled(underWay)
  })

  streamableRoute(server, deps, sendChatMessageEndpoint, ({ caller, headers, body, replayed }, sendEvent) => {
    const key = headers['idempotency-key']
    const listener = {
      onReplay: replayed,
      onThread: (threadId: string) => sendEvent('thread', { threadId }),
      onText: (append: string) => sendEvent('text', { append }),
      // Doesn't abort when the person disconnects: the answer is stored, and they find it in the thread.
      signal: closing.signal,
    }
    const message = { address: caller.address, message: body.message, threadId: body.thread_id, key }
    const reply = inTurn(body.thread_id ?? key ?? randomUUID(), () =>
      sendChatMessage(deps, engine, message, listener),
    )
    underWay.add(reply)
    const done = () => underWay.delete(reply)
    reply.then(done, done)
    return reply
  })

  route(server, deps, listChatThreads, async ({ caller, query }) => {
    const before = readCursor(query.before, NUMBER_CURSOR)
    const rows = await listThreads(db, caller.address, { ...query, before })
    return {
      ...pageOf(rows, query, { cursor: ({ position }) => position, present: (row) => row }),
      engine: { name: engine.name, isModel: engine.isModel },
      answering: await listOpenQuestions(db, caller.address, deps.now()),
      resting: await resting(),
      // Only the first page of threads has suggestions.
      suggestions: before === undefined ? await suggest(deps, caller.address) : [],
    }
  })

  route(server, deps, getChatThread, async ({ caller, params }) => {
    return await readConversation(deps, caller.address, params.id)
  })

  route(server, deps, deleteChatThread, async ({ caller, params }) => {
    if (!(await deleteThread(db, caller.address, params.id))) throw noThread()
  })
}

async function readConversation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  address: string,
  id: string,
): Promise<Output<typeof getChatThread>> {
  // Read questions first: if one is answered in between, it's among the messages.
  const questions = await listOpenQuestions(db, address, now())
  const answering = questions.find(({ threadId }) => threadId === id) ?? null
  const thread = await findThread(db, address, id)
  if (thread) return { ...thread, messages: await listLastMessages(db, id, SHOWN_MAX), answering }
  if (!answering) throw noThread()
  return { id, title: titleOf(answering.message), updatedAt: answering.startedAt, messages: [], answering }
}
