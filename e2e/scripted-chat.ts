import type { ChatAnswering, ChatMessage } from '@infra/protocol/chat'
import type { BrowserContext, Route } from '@playwright/test'

type Answer = { message: string; offer?: ChatMessage['offer'] } | 'refused' | 'cut off'

interface Asked {
  message: string
  thread_id?: string
}

interface Thread {
  id: string
  title: string
  messages: Entry[]
}

interface Entry extends Omit<ChatMessage, 'createdAt'> {
  createdAt: string
}

export type ScriptedChat = Awaited<ReturnType<typeof scriptChat>>

/** Infra with the test's replies: the same endpoints as the API's, and threads that store messages. */
export async function scriptChat(context: BrowserContext) {
  const threads: Thread[] = []
  const questions: Asked[] = []
  const answering: ChatAnswering[] = []
  const chat = {
    threads,
    /** What was sent, in order. */
    asked: questions,
    answer: (_message: string): Answer => ({ message: 'I heard you. [[mood:happy]]' }),
    as: 'events' as 'events' | 'json',
    /** Holds back the response to the next message until it's called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    listFails: false,
    /** An earlier thread with these replies of Infra. */
    addThread: (replies: readonly string[]): string => {
      const messages = replies.map((reply) => entry('assistant', reply, null))
      const thread = { id: crypto.randomUUID(), title: 'From before', messages }
      threads.push(thread)
      return thread.id
    },
  }
  let held: Promise<void> = Promise.resolve()

  async function speak(route: Route): Promise<void> {
    const body = route.request().postDataJSON() as Asked
    questions.push(body)
    const known = threads.find(({ id }) => id === body.thread_id)
    const thread = known ?? { id: crypto.randomUUID(), title: body.message, messages: [] }
    const question = { threadId: thread.id, message: body.message, startedAt: new Date() }
    answering.push(question)
    await held
    answering.splice(answering.indexOf(question), 1)
    const answer = chat.answer(body.message)
    if (answer === 'refused') return route.fulfill(problem(503, 'dependency_unavailable'))
    if (answer === 'cut off')
      return route.fulfill(
        events([
          ['thread', { threadId: thread.id }],
          ['text', { append: 'Half an ans' }],
        ]),
      )
    threads.splice(0, threads.length, thread, ...threads.filter((other) => other !== thread))
    const offer = answer.offer ?? null
    const [asked, replied] = [entry('user', body.message, null), entry('assistant', answer.message, offer)]
    thread.messages.push(asked, replied)
    const messageIds = { question: asked.id, answer: replied.id }
    const reply = { message: answer.message, threadId: thread.id, offer, messageIds }
    if (chat.as === 'json') return route.fulfill({ json: reply })
    await route.fulfill(
      events([
        ['thread', { threadId: thread.id }],
        ...words(answer.message).map((append): [string, unknown] => ['text', { append }]),
        ['reply', reply],
      ]),
    )
  }

  function list(route: Route): Promise<void> {
    if (chat.listFails) return route.fulfill(problem(503, 'dependency_unavailable'))
    return route.fulfill({
      json: {
        items: threads.map(({ id, title }) => ({ id, title, updatedAt: new Date().toISOString() })),
        answering,
        engine: { name: 'Built-in assistant', isModel: false },
        resting: { mood: 'confident', why: 'Three nodes are online and nothing waits.' },
        suggestions: ['How many nodes are online?', 'Why did my last job fail?', 'How do I add my own node?'],
      },
    })
  }

  await context.route(/\/api\/chat(\?.*)?$/, (route) =>
    route.request().method() === 'POST' ? speak(route) : list(route),
  )
  await context.route(/\/api\/chat\/[^/]+$/, (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1)
    const place = threads.findIndex((thread) => thread.id === id)
    const question = answering.find(({ threadId }) => threadId === id)
    const thread = threads[place] ?? (question && { id, title: question.message, messages: [] })
    if (!thread) return route.fulfill(problem(404, 'not_found'))
    if (route.request().method() !== 'DELETE')
      return route.fulfill({
        json: { ...thread, updatedAt: new Date().toISOString(), answering: question ?? null },
      })
    threads.splice(place, 1)
    return route.fulfill({ status: 204 })
  })
  return chat
}

function entry(role: 'user' | 'assistant', content: string, offer: ChatMessage['offer']): Entry {
  return { id: crypto.randomUUID(), role, content, offer, createdAt: new Date().toISOString() }
}

function words(message: string): string[] {
  return message.split(/(?<= )/)
}

function events(list: readonly [string, unknown][]) {
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: list.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
  }
}

function problem(status: number, code: string) {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    json: {
      type: 'about:blank',
      title: code,
      status,
      code,
      detail: 'On purpose.',
      instance: 'urn:request:test',
    },
  }
}
