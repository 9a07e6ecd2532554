import { expect, test } from 'vitest'
import { findTopics, indexWords, nearnessOf, OFF_TOPIC } from './search-rules.ts'

const index = indexWords([
  { id: 'live/prices', texts: ['What does it cost?'] },
  { id: 'product/the-api', texts: ['Is there an API?'], body: 'Agents call the MCP endpoint.' },
  { id: OFF_TOPIC, texts: ['Who won the match?'] },
])
const order = { appId: 'speak', ahead: -1 }
const near = (scores: Record<string, number>) => new Map(Object.entries(scores))

test('a topic is the answer only if it scores above declining, by a wider margin the more off topic the question seems', () => {
  const nearness = near({ 'live/prices': 0.9, 'product/the-api': 0.1, [OFF_TOPIC]: 0.5 })
  const asked = (offTopic: number) => findTopics(index, 'zzz', { nearness, offTopic, order })
  expect(asked(0).isSure).toBe(true)
  expect(asked(0.9).isSure).toBe(false)
  expect(asked(0).found[0]!.id).toBe('live/prices')
})

test('a rare word of the help decides between topics of similar meaning', () => {
  const nearness = near({ 'live/prices': 0.6, 'product/the-api': 0.55, [OFF_TOPIC]: 0.1 })
  const { found } = findTopics(index, 'where is the mcp endpoint', { nearness, offTopic: 0, order })
  expect(found[0]!.id).toBe('product/the-api')
})

test('what the question means together with the message before it counts as well', () => {
  const alone = [0.4, 0.4]
  const near = nearnessOf({ alone, inContext: [0.8, 0.8] }, 0)
  expect(near).toBeGreaterThan(nearnessOf({ alone, inContext: [0.2, 0.2] }, 0))
})
