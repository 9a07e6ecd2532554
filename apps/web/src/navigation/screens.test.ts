import { screenDescriptions } from '@infra/protocol/pages/screen-descriptions'
import { expect, test } from 'vitest'
import { type Screen, screens } from './screens.ts'

const labels = (which: (screen: Screen) => boolean) => screens.filter(which).map(({ label }) => label)

test('[R-NAV-1] the nine specified screens and one more exist, with their paths and names', () => {
  expect(screens.map(({ path, label }) => [path, label]).sort()).toEqual([
    ['/', 'Home'],
    ['/apps', 'Apps'],
    ['/chat', 'Ask Infra'],
    ['/developers', 'Developers'],
    ['/devlog', 'Devlog'],
    ['/feed', 'Feed'],
    ['/feedback', 'Feedback'],
    ['/nodes', 'Nodes'],
    ['/profile', 'Profile'],
    ['/staking', 'Staking'],
  ])
})

test('[R-NAV-2] only chat, staking and profile require auth', () => {
  expect(labels(({ access }) => access === 'auth').sort()).toEqual(['Ask Infra', 'Profile', 'Staking'])
})

test('[R-NAV-3] the two groups of the navigation list their screens in order', () => {
  expect(labels(({ placement }) => placement === 'main')).toEqual(['Feed', 'Apps', 'Nodes', 'Profile'])
  expect(labels(({ placement }) => placement === 'menu')).toEqual([
    'Ask Infra',
    'Devlog',
    'Feedback',
    'Staking',
    'Developers',
  ])
  expect(labels(({ placement }) => placement === 'none')).toEqual(['Home'])
})

test('[R-NAV-4] every screen but Home and Feed shows its page title', () => {
  expect(labels(({ titled }) => !titled)).toEqual(['Home', 'Feed'])
})

test('every screen has its own document title and description', () => {
  expect(new Set(screens.map(({ documentTitle }) => documentTitle)).size).toBe(screens.length)
  expect(new Set(Object.values(screenDescriptions)).size).toBe(screens.length)
})

test('[R-PRO-4] a screen is public or for signed-in users; there is no third level', () => {
  expect([...new Set(screens.map(({ access }) => access))].sort()).toEqual(['auth', 'public'])
})
