/** What people may ask, and the topics that answer it. None is worded like the help. */
export interface AskedQuestion {
  asks: string
  /** Any of them is right; without one, nothing we know is an answer. */
  topics: string[]
}

export interface Questions {
  product: AskedQuestion[]
  /** Off topic, or after something else. Not to know is always right; where a topic is named, it may be said instead. */
  other: AskedQuestion[]
}

export const about = (topics: string | string[], ...asked: string[]): AskedQuestion[] =>
  asked.map((asks) => ({ asks, topics: [topics].flat() }))
