import { expect, test } from 'vitest'
import { guard } from './guard.ts'

test.each([
  ['public', 'disconnected', true, 'show'],
  ['public', 'disconnected', false, 'show'],
  ['public', 'authenticated', false, 'show'],
  ['auth', 'disconnected', true, 'wait'],
  ['auth', 'connected', true, 'wait'],
  ['auth', 'authenticated', true, 'show'],
  ['auth', 'disconnected', false, 'home'],
  ['auth', 'connected', false, 'home'],
  ['auth', 'authenticated', false, 'show'],
] as const)('[R-NAV-6] a %s screen, %s, wallet loading %s: %s', (access, phase, walletLoading, decision) => {
  expect(guard({ access, phase, walletLoading })).toBe(decision)
})

test.each([
  ['public', true, 'show'],
  ['public', false, 'show'],
  ['auth', true, 'show'],
  ['auth', false, 'home'],
] as const)(
  '[R-NAV-6] a %s screen while the user’s wallet returns, wallet loading %s: %s',
  (access, walletLoading, decision) => {
    expect(guard({ access, phase: 'disconnected', returning: true, walletLoading })).toBe(decision)
  },
)
