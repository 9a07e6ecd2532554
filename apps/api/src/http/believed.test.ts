import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bell, Topic } from '../db/bell.ts'
import { believed } from './believed.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function bellByHand(): Bell {
  const listeners: [Topic, (subject: string) => void][] = []
  return {
    ring: (topic, subject) => {
      for (const [heard, listener] of listeners) if (heard === topic) listener(subject)
    },
    listen: (topic, listener) => {
      listeners.push([topic, listener])
      return () => {}
    },
    close: async () => {},
  }
}

test('it is read once, until the time is over or the bell rings for it', async () => {
  const bell = bellByHand()
  const asked: string[] = []
  const ask = believed(bell, { topic: 'session', ms: 1_000 }, async (id) => asked.push(id))
  await Promise.all([ask('a'), ask('a'), ask('b')])
  expect(asked).toEqual(['a', 'b'])
  bell.ring('session', 'a')
  bell.ring('node', 'b')
  await Promise.all([ask('a'), ask('b')])
  expect(asked).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(1_000)
  await ask('b')
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('[finding B9] beyond its bound a cache forgets what was asked about longest ago, and nothing else', async () => {
  const asked: string[] = []
  const options = { topic: 'node', ms: 1_000, rememberedMax: 3 } as const
  const ask = believed(bellByHand(), options, async (id) => asked.push(id))
  for (const id of ['a', 'b', 'c', 'a', 'd']) await ask(id)
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'c', 'd']) await ask(id)
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  await ask('b')
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('[finding B9] a hundred thousand nodes are remembered at once', async () => {
  let asked = 0
  const ask = believed(bellByHand(), { topic: 'node', ms: 1_000 }, async () => ++asked)
  const nodes = Array.from({ length: 100_000 }, (_, node) => String(node))
  for (let times = 0; times < 2; times++) await Promise.all(nodes.map(ask))
  expect(asked).toBe(100_000)
})

test('what was being read when the bell rang is not believed afterwards', async () => {
  const bell = bellByHand()
  let now = 'open'
  const reads: (() => void)[] = []
  const ask = believed(bell, { topic: 'session', ms: 1_000 }, async () => {
    const read = now
    await new Promise<void>((resolve) => reads.push(resolve))
    return read
  })
  const before = ask('a')
  now = 'ended'
  bell.ring('session', 'a')
  const after = ask('a')
  for (const read of reads) read()
  expect([await before, await after]).toEqual(['open', 'ended'])
})

test('nothing of before is believed when the bell was away, and nothing that failed', async () => {
  const bell = bellByHand()
  let times = 0
  const ask = believed(bell, { topic: 'session', ms: 1_000 }, async () => {
    if (times++ === 1) throw new Error('away')
    return times
  })
  expect(await ask('a')).toBe(1)
  bell.ring('back', '')
  await expect(ask('a')).rejects.toThrow('away')
  expect(await ask('a')).toBe(3)
})
