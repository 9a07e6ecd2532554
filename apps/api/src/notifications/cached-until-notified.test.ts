import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedUntilNotified } from './cached-until-notified.ts'
import type { Notifications, Topic } from './notifications.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function notificationsByHand(): Notifications {
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
  const notifications = notificationsByHand()
  const asked: string[] = []
  const ask = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async (id) =>
    asked.push(id),
  )
  await Promise.all([ask('a'), ask('a'), ask('b')])
  expect(asked).toEqual(['a', 'b'])
  notifications.publish('session', 'a')
  notifications.publish('node', 'b')
  await Promise.all([ask('a'), ask('b')])
  expect(asked).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(1_000)
  await ask('b')
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('[finding B9] a full cache forgets only the entry that was requested longest ago', async () => {
  const asked: string[] = []
  const options = { topics: ['node'], ms: 1_000, rememberedMax: 3 } satisfies Parameters<
    typeof cachedUntilNotified
  >[1]
  const ask = cachedUntilNotified(notificationsByHand(), options, async (id) => asked.push(id))
  for (const id of ['a', 'b', 'c', 'a', 'd']) await ask(id)
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'c', 'd']) await ask(id)
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  await ask('b')
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('[finding B9] caches a hundred thousand nodes at once', async () => {
  let asked = 0
  const ask = cachedUntilNotified(notificationsByHand(), { topics: ['node'], ms: 1_000 }, async () => ++asked)
  const nodes = Array.from({ length: 100_000 }, (_, node) => String(node))
  for (let times = 0; times < 2; times++) await Promise.all(nodes.map(ask))
  expect(asked).toBe(100_000)
})

test('does not cache a value that was being read when the notification came', async () => {
  const notifications = notificationsByHand()
  let now = 'open'
  const reads: (() => void)[] = []
  const ask = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async () => {
    const read = now
    await new Promise<void>((resolve) => reads.push(resolve))
    return read
  })
  const before = ask('a')
  now = 'ended'
  notifications.publish('session', 'a')
  const after = ask('a')
  for (const read of reads) read()
  expect([await before, await after]).toEqual(['open', 'ended'])
})

test('caches neither a value from before a reconnection nor a failure', async () => {
  const notifications = notificationsByHand()
  let times = 0
  const ask = cachedUntilNotified(notifications, { topics: ['session'], ms: 1_000 }, async () => {
    if (times++ === 1) throw new Error('away')
    return times
  })
  expect(await ask('a')).toBe(1)
  notifications.publish('reconnected', '')
  await expect(ask('a')).rejects.toThrow('away')
  expect(await ask('a')).toBe(3)
})
