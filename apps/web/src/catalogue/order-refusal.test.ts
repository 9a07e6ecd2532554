// @vitest-environment happy-dom
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { expect, test } from 'vitest'
import { orderRefusal } from './order-refusal.ts'

test.each([
  ['insufficient_credits', 'This costs 3 credits; you have 1. Your draft is saved.'],
  ['app_unavailable', 'This app is unavailable right now. You weren’t charged, and your draft is saved.'],
  ['input_expired', 'A file has expired. Choose it again above.'],
  ['payload_too_large', 'That’s too much text. Shorten the longest field.'],
  ['queue_limit', 'You have too many jobs waiting. Let some finish first.'],
] as [ErrorCode, string][])('[X11] %s has its own message', (code, sentence) => {
  expect(orderRefusal(new Refusal(code, 'x'), { price: 3, available: 1 }).sentence).toBe(sentence)
})

test('[X11] problems from the API are assigned to their fields', () => {
  const errors = [
    { pointer: '/input/photo', message: 'has expired' },
    { pointer: '/input/boxes/0/x', message: 'is too small' },
    { pointer: '/appId', message: 'is odd' },
  ]
  expect(orderRefusal(new Refusal('validation_failed', 'x', { errors }), {}).problems).toEqual({
    photo: 'has expired',
    boxes: 'is too small',
  })
})

test('a rate limit says when to try again', () => {
  const refusal = new Refusal('rate_limited', 'x', { retryAfterSeconds: 42 })
  expect(orderRefusal(refusal, {}).retryAfterSeconds).toBe(42)
})
