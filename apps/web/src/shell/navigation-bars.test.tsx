// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccountState } from '../account/account.ts'
import { AccountProvider } from '../account/account-context.tsx'
import { states, TEST_ADDRESS, testAccount } from '../account/test-account.ts'
import { configure } from '../bootstrap/configuration.ts'
import { NavigationProvider, staticNavigation } from '../navigation/navigation.ts'
import { createStore } from '../store/store.ts'
import { ConnectedBar } from './connected-bar.tsx'
import { MobileBar } from './mobile-bar.tsx'
import { Sidebar } from './sidebar.tsx'

const links = { x: 'https://x.com/infra', dex: 'https://dex.example/pair', telegram: 'https://t.me/infra' }

beforeEach(() => configure({ apiPrefix: '/api', links }))
afterEach(() => {
  cleanup()
  configure({ apiPrefix: '/api' })
})

function show(what: ReactNode, state: AccountState) {
  const account = testAccount(state)
  render(
    <AccountProvider account={account} walletLoading={createStore(false)}>
      <NavigationProvider value={staticNavigation('/feed')}>{what}</NavigationProvider>
    </AccountProvider>,
  )
  return account
}
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('[R-PRO-1] the sidebar shows the version label', () => {
  show(<Sidebar />, states.visitor)
  expect(screen.getByText('Beta 1.0.1')).toBeTruthy()
})

test('[R-PRO-3] the sidebar links to the configured X page, DEX pair explorer and Telegram group', () => {
  show(<Sidebar />, states.visitor)
  const there = within(screen.getByRole('list', { name: 'Elsewhere' })).getAllByRole('link')
  expect(there.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['X page', links.x],
    ['DEX pair explorer', links.dex],
    ['Telegram group', links.telegram],
  ])
})

test('[R-NAV-3] [R-LAY-2] [R-LAY-3] the menu group is in the lower section of the sidebar', () => {
  show(<Sidebar />, states.loaded)
  const [main, more] = screen.getAllByRole('navigation')
  expect(linksIn(main!)).toEqual(['Feed', 'Apps', 'Nodes', 'Profile'])
  expect(linksIn(more!)).toEqual(['Ask Infra', 'Devlog', 'Feedback', 'Staking', 'Developers'])
  expect(more!.closest('.mt-auto')).not.toBeNull()
})

test('[R-LAY-3] [R-LAY-4] on a phone the menu group is in a panel that the Menu button expands', async () => {
  show(<MobileBar />, states.authenticated)
  const bar = screen.getByRole('navigation', { name: 'Bar' })
  expect(linksIn(bar)).toEqual(['Feed', 'Apps', 'Nodes', 'Profile'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Menu' })))
  const panel = await screen.findByRole('region', { name: 'Menu' })
  const group = linksIn(within(panel).getAllByRole('list')[0]!)
  expect(group).toEqual(['Ask Infra', 'Devlog', 'Feedback', 'Staking', 'Developers'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Menu' })))
  expect(screen.queryByRole('region', { name: 'Menu' })).toBeNull()
})

test('[R-LAY-5] the Link button is shown while connecting is allowed, and links a wallet', () => {
  const account = show(<Sidebar />, states.visitor)
  fireEvent.click(screen.getByRole('button', { name: 'Link' }))
  expect(account.link).toHaveBeenCalledTimes(1)
  cleanup()
  for (const state of [states.connected, states.loaded, { ...states.visitor, connecting: true }]) {
    show(<Sidebar />, state)
    expect(screen.queryByRole('button', { name: 'Link' })).toBeNull()
    cleanup()
  }
})

test('[R-LAY-6] while connected a bar shows the short address and disconnects', () => {
  const account = show(<ConnectedBar />, states.connected)
  expect(screen.getByText(/^Connected as/).textContent).toBe('Connected as 0x529...9EE7')
  expect(screen.getByTitle(TEST_ADDRESS)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(account.disconnect).toHaveBeenCalledTimes(1)
})
