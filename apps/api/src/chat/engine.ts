import type { Offer } from '@infra/protocol/chat'
import type { Mood } from '@infra/protocol/moods'
import type { DialogueState } from './dialogue/state-rules.ts'

/** A message to Infra, its sender, and the conversation before it. */
export interface Question {
  address: string
  message: string
  /** What the conversation is about. */
  state: DialogueState
  /** Oldest first. */
  history: { role: 'user' | 'assistant'; content: string }[]
}

export interface Answer {
  /** Markdown, with one mood marker. */
  text: string
  offer: Offer | null
  /** What the conversation is about after it. */
  state: DialogueState
  /** Nobody may rephrase it, because it's a refusal, a greeting or the text of a card. */
  isFixed?: boolean
}

/** What answers messages: the built-in engine, a language model, or both together through a node. */
export interface Engine {
  name: string
  isModel: boolean
  /** Answers are given up after this many seconds. */
  secondsMax: number
  /** Calls `onText` with the text as it comes; the returned answer is the one to store. */
  answer: (question: Question, onText: (append: string) => void, signal: AbortSignal) => Promise<Answer>
}

export function withMood(text: string, mood: Mood): string {
  return `${text} [[mood:${mood}]]`
}
