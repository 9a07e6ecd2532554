import { expect, test } from 'vitest'
import type { AccountState } from '../account/account.ts'
import { mobileScreens, sidebarScreens } from './visible-screens.ts'

const visitor: AccountState = { phase: 'disconnected', connecting: false }
const returning: AccountState = { ...visitor, address: '0x1', returning: true }
const connected: AccountState = { phase: 'connected', connecting: false, address: '0x1' }
const signedIn: AccountState = { phase: 'authenticated', connecting: false, address: '0x1' }
const loaded: AccountState = { ...signedIn, user: { id: '0x1' } }

const names = (screens: { name: string }[]) => screens.map(({ name }) => name)

test('[R-LAY-2] the sidebar shows the screens that require auth only once the user is loaded', () => {
  for (const state of [visitor, returning, connected, signedIn]) {
    expect(names(sidebarScreens('main', state))).toEqual(['feed', 'apps', 'nodes'])
    expect(names(sidebarScreens('menu', state))).toEqual(['devlog', 'feedback', 'developers'])
  }
  expect(names(sidebarScreens('main', loaded))).toEqual(['feed', 'apps', 'nodes', 'profile'])
  expect(names(sidebarScreens('menu', loaded))).toEqual([
    'chat',
    'devlog',
    'feedback',
    'staking',
    'developers',
  ])
})

test('[R-LAY-4] the mobile bar shows the screens that require auth as soon as the user is authenticated', () => {
  for (const state of [visitor, returning, connected]) {
    expect(names(mobileScreens('main', state))).toEqual(['feed', 'apps', 'nodes'])
    expect(names(mobileScreens('menu', state))).toEqual(['devlog', 'feedback', 'developers'])
  }
  for (const state of [signedIn, loaded]) {
    expect(names(mobileScreens('main', state))).toEqual(['feed', 'apps', 'nodes', 'profile'])
    expect(names(mobileScreens('menu', state))).toEqual([
      'chat',
      'devlog',
      'feedback',
      'staking',
      'developers',
    ])
  }
})
