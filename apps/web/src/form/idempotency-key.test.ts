import { expect, test } from 'vitest'
import { idempotencyKeyFor } from './idempotency-key.ts'

test('[X02] an order keeps its key until it is answered, and another order has another', () => {
  const first = idempotencyKeyFor({ appId: 'a', input: { text: 'x' } }, undefined)
  expect(idempotencyKeyFor({ appId: 'a', input: { text: 'x' } }, first)).toBe(first)
  expect(idempotencyKeyFor({ appId: 'a', input: { text: 'y' } }, first).key).not.toBe(first.key)
  expect(idempotencyKeyFor({ appId: 'a', input: { text: 'x' } }, undefined).key).not.toBe(first.key)
  expect(first.key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})
