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
  /** Nobody may put it into other words: a refusal, a greeting, what a card says. */
  isFixed?: boolean
}

/** What answers messages: the built-in engine, a language model, or the two together through a node. */
export interface Engine {
  name: string
  isModel: boolean
  /** An answer is given up after this long. */
  secondsMax: number
  /** Calls `onText` with the text as it comes; the returned answer is what is stored. */
  answer: (question: Question, onText: (append: string) => void, signal: AbortSignal) => Promise<Answer>
}

export function withMood(text: string, mood: Mood): string {
  return `${text} [[mood:${mood}]]`
}
