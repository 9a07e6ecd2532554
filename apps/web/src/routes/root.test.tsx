// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../account/account.ts'
import { AccountProvider } from '../account/account-context.tsx'
import { states, testAccount } from '../account/test-account.ts'
import { NavigationProvider, staticNavigation } from '../navigation/navigation.ts'
import { screens } from '../navigation/screens.ts'
import { createStore } from '../store/store.ts'
import { Root } from './root.tsx'

// The screens' requests never get a response, because these tests are about what is around the screens.
vi.hoisted(() => {
  globalThis.fetch = () => new Promise<never>(() => {})
})
afterEach(cleanup)

async function open(path: string, state: AccountState) {
  const go = vi.fn()
  await act(async () => {
    render(
      <AccountProvider account={testAccount(state)} walletLoading={createStore(false)}>
        <NavigationProvider value={{ ...staticNavigation(path), go }}>
          <Root />
        </NavigationProvider>
      </AccountProvider>,
    )
  })
  return go
}

test.for(['/nowhere', '/feed/more', '/Feed', '/index.html'])('[R-NAV-5] %s redirects to /', async (path) => {
  const go = await open(path, states.visitor)
  expect(go.mock.calls).toEqual([[{ to: '/', replace: true }]])
})

test.for(screens.filter(({ access }) => access === 'public').map(({ path }) => path))(
  '[R-NAV-5] %s is a known path and does not redirect',
  async (path) => {
    expect(await open(path, states.visitor)).not.toHaveBeenCalled()
  },
)

test.for(screens.map(({ name, path }) => [name, path] as const))(
  '[R-LAY-7] the chat button on the screen %s is for authenticated users, and not on the chat itself',
  async ([name, path]) => {
    await open(path, states.loaded)
    if (name === 'chat') expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull()
    else expect(await screen.findByRole('button', { name: 'Open chat' })).toBeTruthy()
    cleanup()
    for (const state of [states.visitor, states.connected]) {
      await open(path, state)
      expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull()
      cleanup()
    }
  },
)
