import { expect, test } from 'vitest'
import { classifierOf, type Example, trainClassifier } from './topic-classifier.ts'

const shape = { topics: ['live/prices', 'apps/speak', 'live/my-jobs'], apps: ['speak'], size: 3 }
const about = (topic: string, vector: number[], context: Example['context'] = {}): Example => ({
  topic,
  vector,
  context,
})

async function best(examples: Example[], vector: number[], context: Example['context'] = {}) {
  const scores = classifierOf(shape, await trainClassifier(shape, examples))(vector, context)
  return [...scores].toSorted(([, one], [, other]) => other - one)[0]![0]
}

test('a message gets the topic whose examples are nearest in meaning', async () => {
  const examples = [
    about('live/prices', [1, 0, 0]),
    about('apps/speak', [0, 1, 0]),
    about('live/my-jobs', [0, 0, 1]),
  ]
  expect(await best(examples, [0.9, 0.3, 0.3])).toBe('live/prices')
  expect(await best(examples, [0.3, 0.3, 0.9])).toBe('live/my-jobs')
})

test('the topic before decides between two meanings', async () => {
  const examples = [
    about('live/prices', [1, 0, 0], { topic: 'live/prices' }),
    about('apps/speak', [1, 0, 0], { topic: 'apps/speak', appId: 'speak' }),
  ]
  expect(await best(examples, [1, 0, 0], { topic: 'live/prices' })).toBe('live/prices')
  expect(await best(examples, [1, 0, 0], { topic: 'apps/speak', appId: 'speak' })).toBe('apps/speak')
})

test('a topic with many examples does not win messages of another topic', async () => {
  const many = Array.from({ length: 50 }, (_, index) => about('live/prices', [1, index / 200, 0]))
  expect(await best([...many, about('apps/speak', [0, 1, 0])], [0.1, 0.99, 0])).toBe('apps/speak')
})
