/** A question as people may ask it, and the topics that answer it. None is worded like the help. */
export interface AskedQuestion {
  asks: string
  /** Any of them is right; without one, no topic answers it. */
  topics: string[]
}

export interface Questions {
  product: AskedQuestion[]
  /** Off topic, or unclear. Not to know is always right; where a topic is named, that is right as well. */
  other: AskedQuestion[]
}

export const about = (topics: string | string[], ...asked: string[]): AskedQuestion[] =>
  asked.map((asks) => ({ asks, topics: [topics].flat() }))
