import { fileURLToPath } from 'node:url'
import { listChatThreads, sendChatMessage } from '@infra/protocol/chat'
import { type Person, signInPerson } from '../callers.ts'
import { percentile, timed } from '../measure.ts'
import { startOneApi } from '../one-api.ts'
import type { Result } from '../results.ts'

/** The same cache as that of the tests. */
const WEIGHTS = fileURLToPath(new URL('../../../node_modules/.cache/infra-weights', import.meta.url))

/** Each is asked by several people, because of the rate limit per person. */
const PEOPLE = 6

const questions = [
  'What is a receipt?',
  'how much is upscaling a 600x400 photo',
  'What did I make yesterday?',
  'Write a story about a cat',
  'and how much is that?',
  'who runs my jobs',
  'Why did my last job fail?',
  'whats my balance',
  'read this aloud: good morning everyone',
  'Is my data safe here?',
  'which app is the cheapest',
  'How do I add my own node?',
]

/**
 * Measures an answer of the built-in engine over HTTP, from the question to the whole reply. The reference, in the same run: the list of
 * conversations.
 */
export async function ask(): Promise<Result> {
  const api = await startOneApi({ WEIGHTS_CACHE: WEIGHTS })
  try {
    const people: Person[] = []
    for (let index = 0; index < PEOPLE; index += 1) people.push(await signInPerson(api))
    const first = await timed(() => people[0]!.call(sendChatMessage, { body: { message: 'hello' } }))
    const [answers, lists]: [number[], number[]] = [[], []]
    for (const { call } of people) {
      let threadId: string | undefined
      for (const message of questions) {
        answers.push(
          await timed(async () => {
            ;({ threadId } = await call(sendChatMessage, { body: { message, thread_id: threadId } }))
          }),
        )
        lists.push(await timed(() => call(listChatThreads)))
      }
    }
    return {
      figures: [
        { what: 'an answer, p50', value: percentile(answers, 0.5), unit: 'ms', atMost: 50 },
        { what: 'p90', value: percentile(answers, 0.9), unit: 'ms' },
        { what: 'the list of conversations, p50', value: percentile(lists, 0.5), unit: 'ms' },
        { what: 'the first answer of a process', value: first, unit: 'ms' },
      ],
    }
  } finally {
    await api.stop()
  }
}
