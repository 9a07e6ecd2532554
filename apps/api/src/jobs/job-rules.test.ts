import { expect, test } from 'vitest'
import { explain } from './job-rules.ts'

const figures = { nodesOnline: 5, nodesAble: 2, nodesFree: 0, ahead: 3, p50Seconds: 10 }

test.for<[string, number | null, Partial<typeof figures> | { p50Seconds: null }]>([
  ['2 of 5 nodes can run this; all are busy; about 20 s.', 20, {}],
  ['2 of 5 nodes can run this; all are busy; about 10 s.', 10, { ahead: 1 }],
  ['1 of 5 nodes can run this; it is busy; about 40 s.', 40, { nodesAble: 1 }],
  ['2 of 5 nodes can run this; one is free; about 0 s.', 0, { nodesFree: 1, ahead: 0 }],
  ['2 of 5 nodes can run this; 2 are free; about 10 s.', 10, { nodesFree: 2 }],
  ['2 of 5 nodes can run this; all are busy; no estimate yet.', null, { p50Seconds: null }],
  ['None of 5 nodes online can run this now; it waits for one, for a day at most.', null, { nodesAble: 0 }],
])('%s', ([sentence, aboutSeconds, change]) => {
  const waiting = explain({ ...figures, ...change })
  expect(waiting.sentence).toBe(sentence)
  expect(waiting.aboutSeconds).toBe(aboutSeconds)
  expect(waiting).not.toHaveProperty('p50Seconds')
})
