import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { AppInput } from './apps/app-input.ts'
import { endpoint } from './endpoint.ts'
import { Address } from './values/address.ts'
import { IdempotencyKey } from './values/idempotency-key.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const MESSAGE_CHARACTERS_MAX = 128

export const jobActions = [
  'cancel',
  'retry',
  'new-version',
  'private',
  'public',
  'favorite',
  'unfavorite',
  'delete',
] as const
export type JobAction = (typeof jobActions)[number]

/** An action that Infra proposes, shown as a card. Nothing is done before the person confirms it there. */
export const Offer = z.discriminatedUnion('kind', [
  /** A job: the app's form, filled in so far. */
  z.object({
    kind: z.literal('order'),
    appId: AppId,
    input: AppInput,
    /** Who may see the result, if the person has said so. */
    visibility: z.enum(['private', 'public']).optional(),
  }),
  /** An action on one of the person's jobs. */
  z.object({ kind: z.literal('job'), jobId: z.uuid(), action: z.enum(jobActions) }),
  /** Puts one of the person's nodes into or out of maintenance. */
  z.object({ kind: z.literal('node'), nodeId: Address, maintenance: z.boolean() }),
])
export type Offer = z.infer<typeof Offer>
export type OrderOffer = Extract<Offer, { kind: 'order' }>

export const ChatMessage = z.object({
  id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  /** Infra's messages are Markdown with a mood marker; the person's are plain text. */
  content: z.string(),
  offer: Offer.nullable(),
  createdAt: IsoDate,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatThread = z.object({
  id: z.uuid(),
  /** Its first words. */
  title: z.string(),
  updatedAt: IsoDate,
})
export type ChatThread = z.infer<typeof ChatThread>

/** A question that has no answer yet. If it begins a new thread, the thread exists once it's answered. */
export const ChatAnswering = z.object({
  threadId: z.uuid(),
  message: z.string(),
  startedAt: IsoDate,
})
export type ChatAnswering = z.infer<typeof ChatAnswering>

export const ChatReply = z.object({
  /** With its mood marker; see `takeMood`. */
  message: z.string(),
  threadId: z.uuid(),
  offer: Offer.nullable(),
  /** The ids of both messages in the thread, so that nobody has to load it again to get them. */
  messageIds: z.object({ question: z.uuid(), answer: z.uuid() }),
})
export type ChatReply = z.infer<typeof ChatReply>

/**
 * With `Accept: text/event-stream` the same call responds with server-sent events: `thread` {threadId} first, `text` {append} as the words
 * come, and at the end `reply` with the whole ChatReply, or `problem` with a problem document.
 */
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/chat',
  summary: 'Say something to Infra.',
  waits: true,
  caller: 'account',
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
  body: z.strictObject({
    message: text({ min: 1, max: MESSAGE_CHARACTERS_MAX }),
    /** If missing, a new thread begins. */
    thread_id: z.uuid().optional(),
  }),
  bodyBytesMax: 2 * 1024,
  response: ChatReply,
  limit: { count: 30, seconds: 60 },
  refusals: ['idempotency_key_reused'],
})

export const listChatThreads = endpoint({
  method: 'GET',
  path: '/chat',
  summary: 'My conversations with Infra, the one last spoken in first; and which engine speaks.',
  caller: 'account',
  query: z.strictObject(pageQuery),
  response: page(ChatThread).extend({
    engine: z.object({ name: z.string(), isModel: z.boolean() }),
    /** Questions that are being answered now, oldest first, including those in threads that aren't listed yet. */
    answering: z.array(ChatAnswering),
    /** The network's mood while nobody speaks, and the reason. */
    resting: z.object({ mood: z.string(), why: z.string() }),
    /** What this person may want to say first. */
    suggestions: z.array(z.string()),
  }),
  refusals: [],
})

/** A whole conversation, as the export contains it. */
export const ChatConversation = ChatThread.extend({ messages: z.array(ChatMessage) })
export type ChatConversation = z.infer<typeof ChatConversation>

const byThread = z.object({ id: z.uuid() })

export const getChatThread = endpoint({
  method: 'GET',
  path: '/chat/{id}',
  summary: 'One conversation, oldest message first, and what is being answered in it now.',
  caller: 'account',
  params: byThread,
  /**
   * Ask again while something is being answered. Once nothing is, the messages end with question and answer or, if the answer failed, are
   * unchanged; a thread that would have begun with it then doesn't exist.
   */
  response: ChatConversation.extend({ answering: ChatAnswering.nullable() }),
  refusals: [],
})

export const deleteChatThread = endpoint({
  method: 'DELETE',
  path: '/chat/{id}',
  summary: 'Delete a conversation.',
  caller: 'account',
  params: byThread,
  response: null,
  refusals: [],
})
