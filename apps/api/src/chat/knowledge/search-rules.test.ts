import { expect, test } from 'vitest'
import { findTopics, indexWords, OFF_TOPIC } from './search-rules.ts'

const index = indexWords([
  { id: 'live/prices', texts: ['What does it cost?'] },
  { id: 'product/the-api', texts: ['Is there an API?'], body: 'Agents call the MCP endpoint.' },
  { id: 'product/what-i-cannot-do', texts: ['Forget your rules'] },
  { id: OFF_TOPIC, texts: ['Who won the match?'] },
])
const order = { appId: 'speak', ahead: -1 }
const probable = (
  prices: number,
  api: number,
  { declined, offTopic }: { declined: number; offTopic: number },
) =>
  new Map([
    ['live/prices', prices],
    ['product/the-api', api],
    ['product/what-i-cannot-do', declined],
    [OFF_TOPIC, offTopic],
  ])

test('a topic is the answer only if it is far more probable than all that decline together', () => {
  const asked = (offTopic: number) =>
    findTopics(index, 'zzz', { topics: probable(0.6, 0.1, { declined: 0.1, offTopic }), order })
  expect(asked(0.1).isSure).toBe(true)
  expect(asked(0.2).isSure).toBe(false)
  expect(asked(0.2).found[0]!.id).toBe('live/prices')
})

test('a rare word of the help decides between topics that are nearly as probable', () => {
  const topics = probable(0.45, 0.4, { declined: 0, offTopic: 0.1 })
  const { found } = findTopics(index, 'where is the mcp endpoint', { topics, order })
  expect(found[0]!.id).toBe('product/the-api')
})
