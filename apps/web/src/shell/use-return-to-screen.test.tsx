// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccountState } from '../account/account.ts'
import { AccountProvider } from '../account/account-context.tsx'
import { states, TEST_ADDRESS, testAccount } from '../account/test-account.ts'
import {
  createNavigation,
  type Navigation,
  NavigationProvider,
  usePageLocation,
} from '../navigation/navigation.ts'
import { screens } from '../navigation/screens.ts'
import { createStore } from '../store/store.ts'
import { Guarded } from './guarded.tsx'
import { homeNotice } from './home-notice.ts'
import { useReturnToScreen } from './use-return-to-screen.ts'

const chat = screens.find(({ path }) => path === '/chat')!
const returning: AccountState = { ...states.visitor, address: TEST_ADDRESS, returning: true }

beforeEach(() => {
  history.replaceState(null, '', '/chat?thread=1')
  homeNotice.set(undefined)
})
afterEach(cleanup)

function Page() {
  useReturnToScreen()
  const { path } = usePageLocation()
  return path === '/' ? <p>Home</p> : <Guarded screen={chat}>Chat</Guarded>
}

/** A page whose screens are fetched with `prepare`. */
function open(prepare: () => Promise<unknown> | undefined, first = returning) {
  const state = createStore<AccountState>(first)
  const walletLoading = createStore(true)
  const navigation: Navigation = createNavigation(prepare)
  const account = { ...testAccount(returning), getState: state.get, subscribe: state.subscribe }
  render(
    <NavigationProvider value={navigation}>
      <AccountProvider account={account} walletLoading={walletLoading}>
        <Page />
      </AccountProvider>
    </NavigationProvider>,
  )
  return {
    endPhase: () => act(async () => walletLoading.set(false)),
    wakeWallet: () => act(async () => state.set(states.authenticated)),
    disconnect: () => act(async () => state.set(states.visitor)),
    go: (to: string) => act(async () => navigation.go({ to })),
  }
}

test('[R-NAV-6] a user whose wallet returns while Home is still loading stays on their screen', async () => {
  const { endPhase, wakeWallet } = open(() => new Promise((resolve) => setTimeout(resolve, 50)))
  await endPhase()
  expect(location.pathname).toBe('/')
  await wakeWallet()
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(screen.getByText('Chat')).toBeTruthy()
  expect(location.pathname + location.search).toBe('/chat?thread=1')
})

test('[R-NAV-6] a user whose wallet returns later is taken back from Home to their screen', async () => {
  const { endPhase, wakeWallet } = open(() => undefined)
  await endPhase()
  expect(screen.getByText('Home')).toBeTruthy()
  await wakeWallet()
  expect(screen.getByText('Chat')).toBeTruthy()
})

test('[finding U8] a visitor who is sent Home sees why, and gets to their screen once linked', async () => {
  const { endPhase, wakeWallet } = open(() => undefined, states.visitor)
  await endPhase()
  expect(screen.getByText('Home')).toBeTruthy()
  expect(homeNotice.get()).toMatchObject({ reason: 'guarded', location: { path: '/chat' } })
  await wakeWallet()
  expect(location.pathname + location.search).toBe('/chat?thread=1')
  expect(homeNotice.get()).toBeUndefined()
})

test('[finding U8] a visitor who went elsewhere in the meantime is not taken back', async () => {
  const { endPhase, wakeWallet, go } = open(() => undefined, states.visitor)
  await endPhase()
  await go('/feed')
  expect(homeNotice.get()).toBeUndefined()
  await go('/')
  await wakeWallet()
  expect(location.pathname).toBe('/')
})

test('a user who disconnects on a guarded screen goes Home without a notice, and is not taken back', async () => {
  const { endPhase, wakeWallet, disconnect } = open(() => undefined, states.authenticated)
  await endPhase()
  expect(screen.getByText('Chat')).toBeTruthy()
  await disconnect()
  expect(screen.getByText('Home')).toBeTruthy()
  expect(homeNotice.get()).toBeUndefined()
  await wakeWallet()
  expect(location.pathname).toBe('/')
})
