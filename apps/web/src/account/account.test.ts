import { expect, test } from 'vitest'
import { mayConnect } from './account.ts'

test.each([
  ['disconnected', false, true],
  ['disconnected', true, false],
  ['connected', false, false],
  ['authenticated', false, false],
] as const)('[R-LAY-5] %s, connecting %s: connecting is allowed %s', (phase, connecting, allowed) => {
  expect(mayConnect({ phase, connecting })).toBe(allowed)
})
