// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testTokens } from '../api/test-tokens.ts'
import { clearTokens, keepTokens, tokens } from '../api/tokens.ts'
import { toasts } from '../overlays/toast.ts'
import { createStore } from '../store/store.ts'
import type { Wallet } from '../wallet/create-wallet.ts'
import { alice, bob } from '../wallet/test/announce-wallet.ts'
import { setUpWallets } from '../wallet/test/set-up-wallet.ts'
import type { WalletConfiguration } from '../wallet/wallet-configuration.ts'
import type { AccountState } from './account.ts'
import { expectedAccount } from './expected-account.ts'
import { startSession } from './session.ts'

const { announced, opened } = setUpWallets()
const network = vi.fn<typeof fetch>()
const complaint = vi.spyOn(console, 'error')
const wallets: Wallet[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  complaint.mockImplementation(() => {})
  network.mockImplementation(async () => Response.json(me))
})
afterEach(async () => {
  // The sessions of one test must not react to the tokens of the next.
  for (const wallet of wallets.splice(0)) await wallet.disconnect()
  clearTokens()
  toasts.set([])
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const me = {
  id: alice,
  shortAddress: '0x742...f44e',
  name: null,
  bio: '',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  counts: { jobsFinished: 0, favoritesReceived: 0, nodes: 0 },
  role: 'user',
  tier: null,
  avatarHidden: null,
}

/** Like loading the page after having been signed in the last time. */
function comeBack(sub: string = alice, configuration: Partial<WalletConfiguration> = {}) {
  keepTokens(testTokens({ iat: Date.now() / 1000, sub }))
  localStorage.setItem('infra.wallet', 'io.fox')
  const account = createStore<AccountState>(expectedAccount())
  const phases = new Set([account.get().phase])
  account.subscribe(() => phases.add(account.get().phase))
  const { wallet } = opened(configuration)
  wallets.push(wallet)
  startSession(wallet, account)
  return { account, phases }
}

test('[R-ACC-2] the owner of a wallet that never comes back is awaited for a while, but never signed in', async () => {
  const { account, phases } = comeBack()
  expect(account.get()).toEqual({
    phase: 'disconnected',
    address: alice,
    returning: true,
    connecting: false,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(account.get()).toEqual({ phase: 'disconnected', connecting: false })
  expect([...phases]).toEqual(['disconnected'])
  // Linking the wallet again needs no new signature.
  expect(tokens.get()).toBeDefined()
})

test('[R-WAL-4] without autoConnect, no wallet is awaited', () => {
  const { account } = comeBack(alice, { autoConnect: false })
  expect(account.get()).toEqual({ phase: 'disconnected', connecting: false })
})

test('[R-ACC-2] [R-ACC-3] a wallet that comes back late signs its owner in then, and loads the user', async () => {
  const { account } = comeBack()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(account.get().phase).toBe('disconnected')
  announced({ permitted: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(account.get()).toMatchObject({ phase: 'authenticated', address: alice, user: { id: alice } })
  expect(account.get().returning).toBeUndefined()
})

test('[R-ACC-2] a wallet that comes back with another account is not signed in with the old tokens', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  announced({ permitted: true })
  const { account } = comeBack(bob)
  expect(account.get()).toMatchObject({ returning: true, address: bob })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(account.get()).toMatchObject({ phase: 'connected', address: alice })
})

test('[R-ACC-9] a failure to load the user is logged and shown to the user', async () => {
  network.mockImplementation(async () => new Response('', { status: 500 }))
  announced({ permitted: true })
  const { account } = comeBack()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(account.get().user).toBeUndefined()
  expect(complaint).toHaveBeenCalledWith('Failed to load the user', expect.any(Error))
  expect(toasts.get().map(({ text }) => text)).toEqual(['Infra isn’t responding. Try again in a moment.'])
})
