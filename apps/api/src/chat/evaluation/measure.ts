import { isDeepStrictEqual } from 'node:util'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { AskedConversation, AskedQuestion, Questions } from '../conversations/asked-question.ts'
import { isDeclined, OFF_TOPIC } from '../knowledge/search-rules.ts'
import type { Chosen } from './ask-in-turn.ts'

export interface Measured {
  asked: number
  right: number
  /** Misunderstood questions, and how they were understood. */
  wrong: { asks: string; chose: string }[]
  /** Off-topic questions that got an answer. */
  invented: { asks: string; chose: string }[]
  /** Orders whose app was right, and those of them that were filled in exactly. */
  orders: { asked: number; exact: number }
}

type Ask = (conversation: readonly Pick<AskedQuestion, 'asks'>[]) => Promise<Chosen[]>

/** Counts the questions that are understood correctly. An off-topic question should get no answer. */
export async function measure(ask: Ask, { product, other }: Questions): Promise<Measured> {
  const alone = [...product, ...other].map((question) => [question])
  return measureConversations(ask, alone)
}

export async function measureConversations(
  ask: Ask,
  conversations: readonly AskedConversation[],
): Promise<Measured> {
  const measured: Measured = { asked: 0, right: 0, wrong: [], invented: [], orders: { asked: 0, exact: 0 } }
  for (const conversation of conversations) {
    const chosen = await ask(conversation)
    for (const [at, question] of conversation.entries()) count(measured, question, chosen[at]!)
  }
  return measured
}

function count(measured: Measured, question: AskedQuestion, chose: Chosen): void {
  const { topics, asks, input, app } = question
  measured.asked += 1
  const isExact = input === undefined || isFilledIn(input, chose.input ?? {})
  if (input) measured.orders.asked += 1
  if (input && isExact) measured.orders.exact += 1
  const isFound =
    topics.includes(chose.topic ?? '') ||
    (chose.topic === 'do/order' && topics.includes(`apps/${chose.app}`)) ||
    // The same form with another visibility.
    (topics.includes('do/order') && chose.visibility !== undefined && chose.app === app) ||
    // Both show the app's form, filled in.
    (topics.includes('do/order') && chose.topic === `apps/${app}`) ||
    (isOffTopic(topics) && isDeclined(chose.topic ?? OFF_TOPIC))
  if (isFound && isExact && agrees(question, chose)) measured.right += 1
  else {
    const list = isOffTopic(topics) ? measured.invented : measured.wrong
    list.push({ asks, chose: describe(chose) })
  }
}

/** These should get no answer. */
function isOffTopic(topics: readonly string[]): boolean {
  return topics.length === 0 || topics.some(isDeclined)
}

function agrees(expected: AskedQuestion, chose: Chosen): boolean {
  const { before } = expected
  if (before && !before.some((topic) => chose.before?.includes(topic))) return false
  return (['app', 'facts', 'period', 'visibility', 'usesLastResult'] as const).every(
    (name) => expected[name] === undefined || isDeepStrictEqual(expected[name], chose[name]),
  )
}

function isFilledIn(expected: NonNullable<AskedQuestion['input']>, input: AppInput): boolean {
  const names = new Set([...Object.keys(expected), ...Object.keys(input)])
  return [...names].every((name) => {
    const value = expected[name]
    return value instanceof RegExp ? value.test(String(input[name] ?? '')) : value === input[name]
  })
}

function describe({ topic, ...rest }: Chosen): string {
  const details = Object.entries(rest).filter(([, value]) => value !== undefined)
  return `${topic ?? 'does not know'} ${details.length > 0 ? JSON.stringify(Object.fromEntries(details)) : ''}`
}
