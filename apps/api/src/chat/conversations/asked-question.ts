import type { AppInput } from '@infra/protocol/apps/app-input'
import type { Facts, Period } from '../dialogue/state-rules.ts'
import type { Visibility } from '../dialogue/visibility-rules.ts'

/** A question as people may ask it, and the topics that answer it. None is worded like the help. */
export interface AskedQuestion {
  asks: string
  /** Any of them is right; without one, no topic answers it. */
  topics: string[]
  /** Where it is given, it must be understood so as well. */
  app?: string
  facts?: Facts
  period?: Period
  /** Exactly what the form must be filled in with; of a text whose wording is free, what it must match. */
  input?: Record<string, AppInput[string] | RegExp>
  /** Who is to see the result, where the message says so. */
  visibility?: Visibility
  /** Whether the card takes the person's last result as its file. */
  usesLastResult?: boolean
  /** Of several questions in one message: what one of those before the last is about. */
  before?: string[]
}

export interface Questions {
  product: AskedQuestion[]
  /** Off topic, or unclear. Not to know is always right; where a topic is named, that is right as well. */
  other: AskedQuestion[]
}

/** Questions that follow each other in one conversation. */
export type AskedConversation = AskedQuestion[]

export const about = (topics: string | string[], ...asked: string[]): AskedQuestion[] =>
  asked.map((asks) => ({ asks, topics: [topics].flat() }))
