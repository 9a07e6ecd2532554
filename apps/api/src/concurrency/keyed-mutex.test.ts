import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

test('runs work with the same key one at a time, in the order of the calls', async () => {
  const withLock = keyedMutex()
  const log: string[] = []
  const work = (name: string, ms: number) =>
    withLock('same', async () => {
      log.push(`${name} begins`)
      await sleep(ms)
      log.push(`${name} ends`)
      return name
    })
  expect(await Promise.all([work('a', 20), work('b', 1), work('c', 5)])).toEqual(['a', 'b', 'c'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('work with another key does not wait', async () => {
  const withLock = keyedMutex()
  const { promise: forEver } = Promise.withResolvers<void>()
  withLock('slow', () => forEver)
  expect(await withLock('quick', async () => 'done')).toBe('done')
})

test('work that fails rejects its own call, and the next still runs', async () => {
  const withLock = keyedMutex()
  const failing = withLock('same', async () => {
    throw new Error('mine')
  })
  const next = withLock('same', async () => 'done')
  await expect(failing).rejects.toThrow('mine')
  expect(await next).toBe('done')
})
