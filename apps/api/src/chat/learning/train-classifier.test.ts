import { expect, test } from 'vitest'
import { classifierOf, type Message } from '../knowledge/topic-classifier.ts'
import { commonWords, type Example, trainClassifier } from './train-classifier.ts'

const shape = {
  topics: ['live/prices', 'apps/speak', 'live/my-jobs'],
  apps: ['speak'],
  words: ['fee', 'voice'],
  size: 3,
}
const message = (vector: number[], more: Partial<Pick<Message, 'text' | 'context'>> = {}): Message => ({
  vector,
  text: '',
  context: {},
  ...more,
})
/** So often that it is learned, as one of thousands is. */
const about = (topic: string, ...described: Parameters<typeof message>): Example[] =>
  Array.from({ length: 300 }, () => ({ topic, ...message(...described) }))

function best(examples: Example[], ...described: Parameters<typeof message>) {
  const scores = classifierOf(shape, trainClassifier(shape, examples))(message(...described))
  expect([...scores.values()].reduce((one, other) => one + other)).toBeCloseTo(1, 4)
  return [...scores].toSorted(([, one], [, other]) => other - one)[0]![0]
}

test('a message gets the topic whose examples are nearest in meaning', () => {
  const examples = [
    ...about('live/prices', [1, 0, 0]),
    ...about('apps/speak', [0, 1, 0]),
    ...about('live/my-jobs', [0, 0, 1]),
  ]
  expect(best(examples, [0.9, 0.3, 0.3])).toBe('live/prices')
  expect(best(examples, [0.3, 0.3, 0.9])).toBe('live/my-jobs')
})

test('the topic before decides between two meanings', () => {
  const [first, then] = [{ topic: 'live/prices' }, { topic: 'apps/speak', appId: 'speak' }]
  const examples = [
    ...about('live/prices', [1, 0, 0], { context: first }),
    ...about('apps/speak', [1, 0, 0], { context: then }),
  ]
  expect(best(examples, [1, 0, 0], { context: first })).toBe('live/prices')
  expect(best(examples, [1, 0, 0], { context: then })).toBe('apps/speak')
})

test('a topic with many examples does not win messages of another topic', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    ...message([1, at / 12_000, 0]),
    topic: 'live/prices',
  }))
  expect(best([...many, ...about('apps/speak', [0, 1, 0])], [0.4, 0.8, 0])).toBe('apps/speak')
})

test('a word decides between messages that mean nearly the same', () => {
  const examples = [
    ...about('live/prices', [1, 0, 0], { text: 'Its fee?' }),
    ...about('apps/speak', [1, 0, 0], { text: 'Its voice?' }),
  ]
  expect(best(examples, [1, 0, 0], { text: 'the fee' })).toBe('live/prices')
  expect(best(examples, [1, 0, 0], { text: 'the voice' })).toBe('apps/speak')
})

test('two meanings together may be a topic that neither is alone', () => {
  const examples = [
    ...about('live/prices', [1, 0, 0]),
    ...about('live/prices', [0, 1, 0]),
    ...about('apps/speak', [0.7, 0.7, 0]),
  ]
  expect(best(examples, [1, 0, 0])).toBe('live/prices')
  expect(best(examples, [0, 1, 0])).toBe('live/prices')
  expect(best(examples, [0.7, 0.7, 0])).toBe('apps/speak')
})

test('only words that several examples have are learned', () => {
  const texts = Array.from({ length: 8 }, (_, at) => `What's the fee of job${at}?`)
  expect(commonWords(texts)).toEqual(["what's", 'the', 'fee', 'of'])
})
