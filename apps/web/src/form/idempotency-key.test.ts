import { expect, test } from 'vitest'
import { keyFor } from './idempotency-key.ts'

test('[X02] the same order has the same key while its answer is not known; another order has another', () => {
  const first = keyFor({ appId: 'a', input: { text: 'x' } }, undefined)
  expect(keyFor({ appId: 'a', input: { text: 'x' } }, first)).toBe(first)
  expect(keyFor({ appId: 'a', input: { text: 'y' } }, first).key).not.toBe(first.key)
  expect(keyFor({ appId: 'a', input: { text: 'x' } }, undefined).key).not.toBe(first.key)
  expect(first.key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})
