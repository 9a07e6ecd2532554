import type { Offer } from '@infra/protocol/chat'
import type { Mood } from '@infra/protocol/moods'

/** What was said to Infra, by whom, and what was said before. */
export interface Question {
  address: string
  message: string
  /** Oldest first. */
  history: { role: 'user' | 'infra'; text: string }[]
}

export interface Answer {
  /** Markdown, with one mood marker. */
  text: string
  offer: Offer | null
}

/** Whoever speaks for Infra. */
export interface Engine {
  name: string
  isModel: boolean
  /** An answer is given up after this long. */
  secondsMax: number
  /** `say` is told the text as it comes; what is kept is the answer. */
  answer: (question: Question, say: (append: string) => void, signal: AbortSignal) => Promise<Answer>
}

export function withMood(text: string, mood: Mood): string {
  return `${text} [[mood:${mood}]]`
}
