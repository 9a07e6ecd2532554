import { expect, test } from 'vitest'
import { type AccountState, mayConnect, readerOf } from './account.ts'

test.each([
  ['disconnected', false, true],
  ['disconnected', true, false],
  ['connected', false, false],
  ['authenticated', false, false],
] as const)(
  '[R-LAY-5] when %s and connecting is %s, a user may connect: %s',
  (phase, connecting, allowed) => {
    expect(mayConnect({ phase, connecting })).toBe(allowed)
  },
)

test('[R-LAY-5] no wallet can be linked while one is returning', () => {
  expect(mayConnect({ phase: 'disconnected', returning: true, address: '0x1', connecting: false })).toBe(
    false,
  )
})

test.each<[Partial<AccountState>, string | undefined]>([
  [{ phase: 'disconnected' }, undefined],
  [{ phase: 'disconnected', address: '0x1', returning: true }, '0x1'],
  [{ phase: 'connected', address: '0x1' }, undefined],
  [{ phase: 'authenticated', address: '0x1' }, '0x1'],
])('screens of %o are rendered for %s', (state, reader) => {
  expect(readerOf({ phase: 'disconnected', connecting: false, ...state })).toBe(reader)
})
