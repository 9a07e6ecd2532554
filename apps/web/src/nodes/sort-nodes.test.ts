import type { PublicNode } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { searchNodes, sortKeys, sortNodes } from './sort-nodes.ts'

const node = (name: string, part: Partial<PublicNode> = {}) =>
  ({
    ...{ id: `0x${name}`, name, state: 'online', apps: [], jobsDone: 0, success: null, p50Seconds: null },
    ...{ uptime: { day: 0, week: 0, month: 0 }, creditsEarned: 0, operator: null },
    ...part,
  }) as PublicNode

const names = (nodes: PublicNode[]) => nodes.map(({ name }) => name)

test('by state the busy come first, and a name decides between equals', () => {
  const nodes = [node('c', { state: 'offline' }), node('b'), node('a'), node('d', { state: 'busy' })]
  expect(names(sortNodes(nodes, { by: 'state', descending: true }))).toEqual(['d', 'a', 'b', 'c'])
})

test('by success one out of one is no better a record than 999 of 1,000', () => {
  const nodes = [
    node('new', { success: { rate: 1, low: 0.2, high: 1 } }),
    node('old', { success: { rate: 0.999, low: 0.99, high: 1 } }),
    node('none'),
  ]
  expect(names(sortNodes(nodes, { by: 'success', descending: true }))).toEqual(['old', 'new', 'none'])
})

test.each(sortKeys)('sorting by %s one way and the other loses no node', (by) => {
  const nodes = [node('a', { p50Seconds: 3 }), node('b', { p50Seconds: 1 }), node('c')]
  for (const descending of [true, false]) expect(sortNodes(nodes, { by, descending })).toHaveLength(3)
})

test.each([
  ['', 2],
  ['ATTIC', 1],
  ['cut-out', 1],
  ['%', 0],
  ['0xattic', 1],
])('[G17] "%s" finds %d', (typed, count) => {
  expect(searchNodes([node('Attic', { apps: ['cut-out'] }), node('Cellar')], typed)).toHaveLength(count)
})
