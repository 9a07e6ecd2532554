// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { type ConnectAttempt, createConnectAttempts } from './connect-attempts.ts'
import { alice, bob, createFakeWallet, silence, walletFailure } from './test/announce-wallet.ts'
import { quiet, setUpWallets } from './test/set-up-wallet.ts'
import type { WalletPort } from './wallet-port.ts'

const { announced, opened } = setUpWallets()

test('[X19] cancelling a request that a wallet never answers works at once, and a late answer links nobody', async () => {
  const fake = announced()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  fake.answers.set('wallet_requestPermissions', () => promise)
  const { wallet, fired } = opened()
  wallet.openModal()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(wallet.getState().attempt).toMatchObject({ phase: 'waiting', wallet: { name: 'Fox' } })
  wallet.cancelConnect()
  expect(wallet.getState()).toMatchObject({ connecting: true, attempt: { phase: 'choosing' } })

  resolve([{ caveats: [{ value: [alice] }] }])
  fake.answers.set('eth_accounts', () => [alice])
  await vi.advanceTimersByTimeAsync(5000)
  expect(wallet.getState().connected).toBe(false)
  expect(fired).toEqual([['modal_state_changed', { open: true }]])

  await wallet.connect('io.fox')
  await quiet()
  expect(wallet.getState()).toMatchObject({ connected: true, connecting: false })
})

test('[X19] closing the modal stops waiting too', async () => {
  const fake = announced()
  fake.answers.set('wallet_requestPermissions', silence)
  const { wallet } = opened()
  wallet.openModal()
  await quiet()
  wallet.closeModal()
  expect(wallet.getState()).toMatchObject({ connecting: false, attempt: { phase: 'choosing' } })
})

test('opening the modal asks the only wallet once, and after a cancel only when it is opened again', async () => {
  const fake = announced()
  fake.answers.set('wallet_requestPermissions', silence)
  const { wallet, fired } = opened()
  const asked = () => fake.asked.filter((method) => method === 'wallet_requestPermissions').length
  wallet.openModal()
  wallet.openModal()
  await quiet()
  expect(asked()).toBe(1)
  wallet.cancelConnect()
  wallet.openModal()
  await quiet()
  expect(asked()).toBe(1)
  expect(wallet.getState()).toMatchObject({ connecting: true, attempt: { phase: 'choosing' } })
  wallet.closeModal()
  wallet.openModal()
  await quiet()
  expect(asked()).toBe(2)
  expect(fired).toEqual([true, false, true].map((open) => ['modal_state_changed', { open }]))
})

test('a listener that closes the modal as it opens cancels the request', async () => {
  announced()
  const { wallet, fired } = opened()
  wallet.on('modal_state_changed', ({ open }) => open && wallet.closeModal())
  wallet.openModal()
  await vi.advanceTimersByTimeAsync(5000)
  expect(wallet.getState()).toMatchObject({ connected: false, connecting: false })
  expect(fired.map(([event]) => event)).not.toContain('connected')
})

test('opening the modal asks no wallet while the last one is returning', async () => {
  localStorage.setItem('infra.wallet', 'io.fox')
  const fake = announced({ permitted: true })
  const { wallet } = opened()
  wallet.openModal()
  expect(wallet.getState()).toMatchObject({ returning: true, attempt: { phase: 'choosing' } })
  await quiet()
  expect(wallet.getState()).toMatchObject({ connected: true, connecting: false })
  expect(fake.asked).not.toContain('wallet_requestPermissions')
})

test.each([
  [4001, 'User rejected the request.', 'rejected'],
  [-32002, 'Already processing.', 'pending'],
])(
  '[K44] a wallet that answers %i (%s) fails as %s without an event, and the next attempt works',
  async (code, message, problem) => {
    const fake = announced()
    fake.answers.set('wallet_requestPermissions', () => Promise.reject(walletFailure(code, message)))
    const { wallet, fired } = opened()
    await wallet.connect('io.fox')
    expect(wallet.getState().attempt).toMatchObject({ phase: 'failed', problem, wallet: { id: 'io.fox' } })
    fake.answers.clear()
    await wallet.connect('io.fox')
    await quiet()
    expect(fired).toEqual([['connected', { address: alice, chainId: 1 }]])
  },
)

test('approving a request that was already open links the user', async () => {
  const fake = announced()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  fake.answers.set('wallet_requestPermissions', () => promise)
  const { wallet } = opened()
  wallet.openModal()
  await quiet()
  wallet.cancelConnect()
  fake.answers.set('wallet_requestPermissions', () =>
    Promise.reject(walletFailure(-32002, 'Already processing.')),
  )
  await wallet.connect('io.fox')
  expect(wallet.getState().attempt).toMatchObject({ phase: 'failed', problem: 'pending' })
  fake.answers.set('eth_accounts', () => [alice])
  resolve([{ caveats: [{ value: [alice] }] }])
  await quiet()
  expect(wallet.getState()).toMatchObject({ connected: true, connecting: false })
})

test('[X17] a wallet that is gone when it is chosen is reported as missing', async () => {
  const { wallet } = opened()
  await wallet.connect('io.fox')
  expect(wallet.getState().attempt).toMatchObject({ phase: 'failed', problem: 'missing' })
})

test('[X17] of two wallets the chosen one is linked, and choosing the other changes the account', async () => {
  announced()
  announced({ name: 'Badger', rdns: 'io.badger', accounts: [bob] })
  const { wallet, fired } = opened()
  expect(wallet.connectors().map(({ name }) => name)).toEqual(['Fox', 'Badger'])
  await wallet.connect('io.fox')
  await quiet()
  await wallet.connect('io.badger')
  await quiet()
  expect(fired.map(([event]) => event)).toEqual(['connected', 'disconnect', 'connected'])
  expect(wallet.getState()).toMatchObject({ walletName: 'Badger', shortAddress: '0x000...00B0' })
  await wallet.disconnect()
  await vi.advanceTimersByTimeAsync(5000)
  expect(wallet.getState().connected).toBe(false)
})

test('[X17] the plain browser wallet is offered only if no wallet has announced itself', async () => {
  const { provider } = createFakeWallet()
  Object.assign(window, { ethereum: provider })
  try {
    const { wallet, fired } = opened()
    expect(wallet.connectors()).toEqual([{ id: 'injected', name: 'Browser wallet', kind: 'injected' }])
    await wallet.connect('injected')
    await quiet()
    expect(fired).toEqual([['connected', { address: alice, chainId: 1 }]])
    announced()
    expect(wallet.connectors().map(({ id }) => id)).toEqual(['io.fox'])
  } finally {
    Reflect.deleteProperty(window, 'ethereum')
  }
})

test('icons are accepted only as data, and WalletConnect is offered only with a project id', () => {
  announced({ name: ' ', rdns: 'io.nameless', icon: 'https://tracker.example/icon.png' })
  expect(opened().wallet.connectors()).toEqual([
    { id: 'io.nameless', name: 'io.nameless', icon: undefined, kind: 'announced' },
  ])
  expect(opened({ projectId: 'abc' }).wallet.connectors().at(-1)).toEqual({
    id: 'walletConnect',
    name: 'WalletConnect',
    kind: 'walletconnect',
  })
})

/** WalletConnect is an external network, so it's simulated at its port. */
function walletConnect(connect: WalletPort['connect']) {
  const shown: ConnectAttempt[] = []
  const abandonConnect = vi.fn()
  const attempts = createConnectAttempts({
    port: {
      connect,
      abandonConnect,
      options: () => [{ id: 'walletConnect', name: 'WalletConnect', kind: 'walletconnect' }],
    },
    show: (attempt) => shown.push(attempt),
    onAgreed: () => {},
  })
  return { attempts, abandonConnect, shown, phases: () => shown.map(({ phase }) => phase) }
}

test('WalletConnect fails if it brings no link within 20 s', async () => {
  const { attempts, phases, shown, abandonConnect } = walletConnect(silence)
  void attempts.start('walletConnect')
  await vi.advanceTimersByTimeAsync(19_999)
  expect(phases()).toEqual(['waiting'])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown.at(-1)).toMatchObject({ phase: 'failed', problem: 'unreachable' })
  expect(abandonConnect).toHaveBeenCalledTimes(1)
})

test('once WalletConnect has brought a link, there is no time limit', async () => {
  const { attempts, shown } = walletConnect((_id, { onLink }) => {
    onLink?.('wc:1234')
    return silence()
  })
  void attempts.start('walletConnect')
  await vi.advanceTimersByTimeAsync(240_000)
  expect(shown.at(-1)).toMatchObject({ phase: 'waiting', link: 'wc:1234' })
})

test('[X19] a cancelled WalletConnect attempt neither fails later nor shows a late link', async () => {
  let bring: ((link: string) => void) | undefined
  const { attempts, phases } = walletConnect((_id, { onLink }) => {
    bring = onLink
    return silence()
  })
  void attempts.start('walletConnect')
  attempts.cancel()
  bring?.('wc:1234')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(phases()).toEqual(['waiting', 'choosing'])
})

test('[finding W7] a wallet that declines at once while an earlier request is open counts as busy', async () => {
  const fake = announced()
  fake.answers.set('wallet_requestPermissions', silence)
  const { wallet } = opened()
  wallet.openModal()
  await quiet()
  wallet.cancelConnect()
  fake.answers.set('wallet_requestPermissions', () => {
    throw walletFailure(4001, 'User rejected the request.')
  })
  await wallet.connect('io.fox')
  expect(wallet.getState().attempt).toMatchObject({ phase: 'failed', problem: 'pending' })
})
