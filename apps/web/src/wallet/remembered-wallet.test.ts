// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { alice, bob, walletFailure } from './test/announce-wallet.ts'
import { quiet, setUpWallets } from './test/set-up-wallet.ts'
import { wasConnected } from './was-connected.ts'

const { announced, opened, linked } = setUpWallets()

afterEach(() => void vi.restoreAllMocks())

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

const SOURCES = posix.join(import.meta.dirname, '..')
const STATIC_IMPORT =
  /^(?:import|export) (?!type\b)(?:[\w*$]+(?: as \w+)?,? )?(?:\{[^}]*\} )?(?:from )?'([^'?]+)/gm

/** What the browser loads with this file of the web app: its static imports, and theirs. Packages are listed by name. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  if (!/\.tsx?$/.test(file)) return loaded
  for (const [, address] of readFileSync(posix.join(SOURCES, file), 'utf8').matchAll(STATIC_IMPORT)) {
    if (address!.startsWith('.')) loadedWith(posix.join(posix.dirname(file), address!), loaded)
    else loaded.add(address!)
  }
  return loaded
}

test('[R-WAL-4] whether a wallet was linked is known on the first load without any wallet code', () => {
  const isWalletCode = (name: string) => /^(wallet\/|viem\b|account\/wallets)/.test(name)
  expect([...loadedWith('main.tsx')].filter(isWalletCode).toSorted()).toEqual([
    'wallet/remembered-wallet.ts',
    'wallet/was-connected.ts',
  ])
  expect([...loadedWith('account/wallets.tsx')].filter(isWalletCode)).toContain('wallet/create-wallet.ts')
})

test.each([
  ['blocked', ['getItem', 'setItem', 'removeItem'], 'SecurityError'],
  ['full', ['setItem'], 'QuotaExceededError'],
] as const)('storage that is %s remembers nothing and breaks nothing', async (_state, methods, name) => {
  for (const method of methods) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('No.', name)
    })
  }
  announced()
  const { wallet, fired } = opened()
  await wallet.connect('io.fox')
  await quiet()
  await wallet.disconnect()
  expect(fired.map(([event]) => event)).toEqual(['connected', 'disconnect'])
  expect(wasConnected()).toBe(false)
})
