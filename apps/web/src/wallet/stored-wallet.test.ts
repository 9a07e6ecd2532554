// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { alice, bob, walletFailure } from './test/announce-wallet.ts'
import { quiet, setUpWallets } from './test/set-up-wallet.ts'
import { wasConnected } from './was-connected.ts'

const { announced, opened, linked } = setUpWallets()

afterEach(() => void vi.unstubAllGlobals())

test('[R-WAL-4] a returning user is linked without being asked', async () => {
  localStorage.setItem('infra.wallet', 'io.fox')
  const fake = announced({ permitted: true })
  const { fired } = opened()
  await quiet()
  expect(fired).toEqual([['connected', { address: alice, chainId: 1 }]])
  expect(fake.asked).not.toContain('eth_requestAccounts')
  expect(fake.asked).not.toContain('wallet_requestPermissions')
})

test('[R-WAL-4] a returning user is linked even if the wallet announces itself late', async () => {
  localStorage.setItem('infra.wallet', 'io.fox')
  const { fired } = opened()
  await vi.advanceTimersByTimeAsync(3000)
  expect(fired).toEqual([])
  announced({ permitted: true })
  await quiet()
  expect(fired).toEqual([['connected', { address: alice, chainId: 1 }]])
})

test.each([
  ['autoConnect is off', 'io.fox', { autoConnect: false }],
  ['another wallet was used last', 'io.badger', {}],
])('[R-WAL-4] no wallet is linked without a click if %s', async (_why, remembered, changes) => {
  localStorage.setItem('infra.wallet', remembered)
  const fake = announced({ permitted: true })
  const { fired } = opened(changes)
  await quiet()
  // Some wallets report their accounts on their own.
  fake.choose(alice)
  await quiet()
  expect(fired).toEqual([])
})

test('after disconnecting, an account change in the wallet links nobody', async () => {
  const { fake, wallet, fired } = await linked()
  fake.answers.set('wallet_revokePermissions', () => Promise.reject(walletFailure(4200, 'Not supported')))
  await wallet.disconnect()
  fake.choose(bob)
  await quiet()
  expect(fired).toEqual([['disconnect', { address: alice }]])
  expect(wasConnected()).toBe(false)
})

test('disconnecting in one tab disconnects the others', async () => {
  const { wallet, fired } = await linked()
  expect(wasConnected()).toBe(true)
  window.dispatchEvent(new StorageEvent('storage', { key: 'infra.wallet', newValue: null }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(fired).toEqual([['disconnect', { address: alice }]])
  expect(wallet.getState().connected).toBe(false)
})

test('[R-WAL-4] wasConnected is true from linking a wallet until the user disconnects', async () => {
  expect(wasConnected()).toBe(false)
  const { wallet } = await linked()
  expect(wasConnected()).toBe(true)
  await wallet.disconnect()
  expect(wasConnected()).toBe(false)
})

test.each([
  ['blocked', ['getItem', 'setItem', 'removeItem'], 'SecurityError'],
  ['full', ['setItem'], 'QuotaExceededError'],
] as const)('storage that is %s stores nothing and breaks nothing', async (_state, methods, name) => {
  const real = localStorage
  const refuse = () => {
    throw new DOMException('No.', name)
  }
  // Spies on the prototype don't work: the environment keeps each method that was used before.
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    ...Object.fromEntries(methods.map((method) => [method, refuse])),
  })
  announced()
  const { wallet, fired } = opened()
  await wallet.connect('io.fox')
  await quiet()
  expect(wasConnected()).toBe(false)
  await wallet.disconnect()
  expect(fired.map(([event]) => event)).toEqual(['connected', 'disconnect'])
  expect(wasConnected()).toBe(false)
})
