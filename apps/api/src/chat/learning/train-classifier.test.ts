import { expect, test } from 'vitest'
import { classifierOf, type Example } from '../knowledge/topic-classifier.ts'
import { commonWords, trainClassifier } from './train-classifier.ts'

const shape = {
  topics: ['live/prices', 'apps/speak', 'live/my-jobs'],
  declined: ['live/my-jobs'],
  apps: ['speak'],
  words: ['fee', 'voice'],
  size: 3,
}
const about = (
  topic: string,
  vector: number[],
  more: Partial<Pick<Example, 'text' | 'context'>> = {},
): Example => ({
  topic,
  vector,
  text: '',
  context: {},
  ...more,
})

function scored(examples: Example[], message: Omit<Example, 'topic'>) {
  return classifierOf(shape, trainClassifier(shape, examples))(message)
}

function best(examples: Example[], vector: number[], more?: Partial<Pick<Example, 'text' | 'context'>>) {
  const { topics } = scored(examples, about('', vector, more))
  return [...topics].toSorted(([, one], [, other]) => other - one)[0]![0]
}

test('a message gets the topic whose examples are nearest in meaning', () => {
  const examples = [
    about('live/prices', [1, 0, 0]),
    about('apps/speak', [0, 1, 0]),
    about('live/my-jobs', [0, 0, 1]),
  ]
  expect(best(examples, [0.9, 0.3, 0.3])).toBe('live/prices')
  expect(best(examples, [0.3, 0.3, 0.9])).toBe('live/my-jobs')
})

test('the topic before decides between two meanings', () => {
  const examples = [
    about('live/prices', [1, 0, 0], { context: { topic: 'live/prices' } }),
    about('apps/speak', [1, 0, 0], { context: { topic: 'apps/speak', appId: 'speak' } }),
  ]
  expect(best(examples, [1, 0, 0], { context: { topic: 'live/prices' } })).toBe('live/prices')
  expect(best(examples, [1, 0, 0], { context: { topic: 'apps/speak', appId: 'speak' } })).toBe('apps/speak')
})

test('a topic with many examples does not win messages of another topic', () => {
  const many = Array.from({ length: 50 }, (_, index) => about('live/prices', [1, index / 200, 0]))
  expect(best([...many, about('apps/speak', [0, 1, 0])], [0.1, 0.99, 0])).toBe('apps/speak')
})

test('a word decides between messages that mean nearly the same', () => {
  const examples = [
    about('live/prices', [1, 0, 0], { text: 'Its fee?' }),
    about('apps/speak', [1, 0, 0], { text: 'Its voice?' }),
  ]
  expect(best(examples, [1, 0, 0], { text: 'the fee' })).toBe('live/prices')
  expect(best(examples, [1, 0, 0], { text: 'the voice' })).toBe('apps/speak')
})

test('whether a message is declined is learned beside its topic', () => {
  const examples = [about('live/prices', [1, 0, 0]), about('live/my-jobs', [0, 0, 1])]
  const declined = (vector: number[]) => scored(examples, about('', vector)).declined
  expect(declined([0, 0, 1])).toBeGreaterThan(declined([1, 0, 0]) + 0.2)
})

test('only words that several examples have are learned', () => {
  const texts = Array.from({ length: 8 }, (_, at) => `What's the fee of job${at}?`)
  expect(commonWords(texts)).toEqual(["what's", 'the', 'fee', 'of'])
})
