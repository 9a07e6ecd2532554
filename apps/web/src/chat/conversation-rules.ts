import { type ChatAnswering, type ChatMessage, MESSAGE_CHARACTERS_MAX } from '@infra/protocol/chat'
import { type Mood, moods, takeMood } from '@infra/protocol/moods'

/** One message as it's displayed. */
export interface DisplayedMessage {
  id: string
  role: ChatMessage['role']
  /** Without its mood marker. */
  content: string
  offer: ChatMessage['offer']
}

/** A question that has no answer yet, its thread, and the reply so far. */
export interface Pending {
  text: string
  threadId: string | undefined
  reply: string
  /** Sent by a page that was closed, or by another tab; we get its answer by loading the thread. */
  isTakenUp: boolean
}

/** What this page has sent stays pending until its reply is here; otherwise, what the network is answering in the thread. */
export function pendingIn(sent: Pending | undefined, answering: ChatAnswering | null): Pending | undefined {
  if (sent || !answering) return sent
  return { text: answering.message, threadId: answering.threadId, reply: '', isTakenUp: true }
}

/** Whether the last loaded question is the one that was pending and is new. */
export function isAnswered(
  { message }: ChatAnswering,
  before: readonly ChatMessage[],
  read: readonly ChatMessage[],
): boolean {
  const last = read.findLast(({ role }) => role === 'user')
  return last?.content === message && !before.some(({ id }) => id === last.id)
}

/** The part of a text that fits into the input: the first 128 characters, as people count them. */
export function clipDraft(text: string): string {
  return [...text].slice(0, MESSAGE_CHARACTERS_MAX).join('')
}

export function charactersOf(text: string): number {
  return [...text].length
}

/** The messages of a loaded thread. */
export function messagesIn(read: readonly ChatMessage[]): DisplayedMessage[] {
  return read.map(({ id, role, content, offer }) => ({
    id,
    role,
    content: role === 'assistant' ? takeMood(content).text : content,
    offer,
  }))
}

/** A thread with new messages at its end, except those that are already loaded. */
export function withMessages(thread: readonly ChatMessage[], added: readonly ChatMessage[]): ChatMessage[] {
  const known = new Set(thread.map(({ id }) => id))
  return [...thread, ...added.filter(({ id }) => !known.has(id))]
}

/** The mood of the last reply that had one. */
export function lastMood(read: readonly Pick<ChatMessage, 'role' | 'content'>[]): Mood | undefined {
  const found = read.filter(({ role }) => role === 'assistant').map(({ content }) => takeMood(content).mood)
  return found.findLast((mood) => mood !== undefined)
}

/** A reply that is still coming, without its marker or the beginning of one. */
export function textSoFar(reply: string): string {
  return takeMood(reply).text.replace(/\[(?:\[(?:m(?:o(?:o(?:d(?::(?:\w+\]?)?)?)?)?)?)?)?$/, '')
}

/** The network may know moods that this page does not. */
export function asMood(name: string | undefined): Mood {
  return moods.find((mood) => mood === name) ?? 'neutral'
}
