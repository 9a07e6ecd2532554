import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedUntilNotified } from './cached-until-notified.ts'
import type { Notifications, Topic } from './notifications.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function testNotifications(): Notifications {
  const listeners: [Topic, (subject: string) => void][] = []
  return {
    publish: (topic, subject) => {
      for (const [subscribed, listener] of listeners) if (subscribed === topic) listener(subject)
    },
    subscribe: (topic, listener) => {
      listeners.push([topic, listener])
      return () => {}
    },
    close: async () => {},
  }
}

test('reads a value once until it expires or a notification names it', async () => {
  const notifications = testNotifications()
  const reads: string[] = []
  const read = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async (id) =>
    reads.push(id),
  )
  await Promise.all([read('a'), read('a'), read('b')])
  expect(reads).toEqual(['a', 'b'])
  notifications.publish('session', 'a')
  notifications.publish('node', 'b')
  await Promise.all([read('a'), read('b')])
  expect(reads).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(1_000)
  await read('b')
  expect(reads).toEqual(['a', 'b', 'a', 'b'])
})

test('[finding B9] a full cache drops only the least recently used entry', async () => {
  const reads: string[] = []
  const options = { topics: ['node'], ms: 1_000, entriesMax: 3 } satisfies Parameters<
    typeof cachedUntilNotified
  >[1]
  const read = cachedUntilNotified(testNotifications(), options, async (id) => reads.push(id))
  for (const id of ['a', 'b', 'c', 'a', 'd']) await read(id)
  expect(reads).toEqual(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'c', 'd']) await read(id)
  expect(reads).toEqual(['a', 'b', 'c', 'd'])
  await read('b')
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('[finding B9] caches a hundred thousand nodes at once', async () => {
  let reads = 0
  const read = cachedUntilNotified(testNotifications(), { topics: ['node'], ms: 1_000 }, async () => ++reads)
  const nodes = Array.from({ length: 100_000 }, (_, node) => String(node))
  for (let times = 0; times < 2; times++) await Promise.all(nodes.map(read))
  expect(reads).toBe(100_000)
})

test('does not cache a value that was being read when the notification came', async () => {
  const notifications = testNotifications()
  let now = 'open'
  const reads: (() => void)[] = []
  const read = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async () => {
    const read = now
    await new Promise<void>((resolve) => reads.push(resolve))
    return read
  })
  const before = read('a')
  now = 'ended'
  notifications.publish('session', 'a')
  const after = read('a')
  for (const read of reads) read()
  expect([await before, await after]).toEqual(['open', 'ended'])
})

test('caches neither a value from before a reconnection nor a failure', async () => {
  const notifications = testNotifications()
  let times = 0
  const read = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async () => {
    if (times++ === 1) throw new Error('away')
    return times
  })
  expect(await read('a')).toBe(1)
  notifications.publish('reconnected', '')
  await expect(read('a')).rejects.toThrow('away')
  expect(await read('a')).toBe(3)
})
