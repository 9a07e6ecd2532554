import type { AskedQuestion } from './asked-question.ts'

/** A question of a conversation, and what must be understood of it. */
export const is = (
  topics: string | string[],
  asks: string,
  more: Partial<AskedQuestion> = {},
): AskedQuestion => ({ asks, topics: [topics].flat(), ...more })

export const order = (
  app: string,
  asks: string,
  input: NonNullable<AskedQuestion['input']>,
  more: Partial<AskedQuestion> = {},
): AskedQuestion => is('do/order', asks, { app, input, ...more })

/** What the product has, and the help doesn't tell yet: no answer is right. */
export const NOT_IN_HELP = 'not-in-the-help'

/** Off topic or hostile: declined. */
export const declined = (...asked: string[]): AskedQuestion[] =>
  asked.map((asks) => is('product/what-i-cannot-do', asks))

export const day = (back: number) => ({ kind: 'calendar' as const, unit: 'day' as const, back })
export const week = (back: number) => ({ kind: 'calendar' as const, unit: 'week' as const, back })
export const month = (back: number) => ({ kind: 'calendar' as const, unit: 'month' as const, back })

/** A text whose wording is free, but which must have these words in it, and none of those. */
export const having = (words: string[], never: string[] = []) =>
  new RegExp(
    `^${never.map((word) => `(?!.*${word})`).join('')}${words.map((word) => `(?=.*${word})`).join('')}`,
    'is',
  )

/** A text given word for word, with or without its quotes and its last stop. */
export const saying = (text: string) =>
  new RegExp(`^["“']?${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}[.!]?["”']?$`, 'i')

/** How far a photo is expanded on each side. */
export const sides = (
  left: number | RegExp,
  right: number | RegExp,
  top: number | RegExp,
  bottom: number | RegExp,
) => ({ left, right, top, bottom })
