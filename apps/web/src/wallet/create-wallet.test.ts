// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { alice, bob } from './test/announce-wallet.ts'
import { devnet, quiet, setUpWallets } from './test/set-up-wallet.ts'
import { defaultWalletConfiguration, walletConfiguration } from './wallet-configuration.ts'
import { wasConnected } from './was-connected.ts'

const { announced, opened, linked } = setUpWallets()
const twoChains = [...defaultWalletConfiguration.chains, devnet] as const
const disconnected = { address: alice }

test('[R-WAL-2] [R-WAL-3] before a wallet is linked: disconnected, on the first configured chain', () => {
  const { wallet } = opened({ chains: twoChains })
  expect(wallet.getState()).toMatchObject({
    connected: false,
    address: undefined,
    shortAddress: undefined,
    walletId: undefined,
    walletName: undefined,
    chain: { id: 1, name: 'Ethereum', supported: true },
    connecting: false,
  })
})

test('[R-WAL-2] a linked wallet has its address, short address, and the connector’s id and name', async () => {
  const { wallet } = await linked()
  expect(wallet.getState()).toMatchObject({
    connected: true,
    address: alice,
    shortAddress: '0x742...f44e',
    walletId: 'io.fox',
    walletName: 'Fox',
    chain: { id: 1, name: 'Ethereum', supported: true },
  })
})

test('[R-WAL-3] an unsupported chain is named "Unsupported" if the wallet may stay on it', async () => {
  const { wallet, fired } = await linked({ disconnectUnknownChain: false }, { chainId: 137 })
  expect(wallet.getState()).toMatchObject({
    connected: true,
    chain: { id: 137, name: 'Unsupported', supported: false },
  })
  await wallet.switchChain(1)
  await quiet()
  expect(wallet.getState().chain).toEqual({ id: 1, name: 'Ethereum', supported: true })
  expect(fired).toEqual([['chain_switched', { chainId: 1 }]])
})

test('[R-WAL-4] [R-WAL-5] the defaults: only Ethereum mainnet, autoInit and autoConnect, no demo wallet, a black modal', () => {
  expect(defaultWalletConfiguration).toEqual({
    autoInit: true,
    chains: [{ id: 1, name: 'Ethereum' }],
    autoConnect: true,
    disconnectUnknownChain: true,
    reconnectToChain: false,
    logEnabled: false,
    enableCustomProvider: false,
    modal: { theme: 'dark', corners: 'square', background: '#000', zIndex: 1101 },
  })
})

test('[R-WAL-4] the wallet’s behaviour comes from the served configuration', () => {
  const behaviour = {
    autoInit: false,
    autoConnect: false,
    disconnectUnknownChain: false,
    reconnectToChain: true,
    logEnabled: true,
  }
  const chains = [{ id: 1, name: 'Ethereum', rpcUrl: null }]
  const served = { chains, projectId: null, demo: false }
  expect(walletConfiguration(served)).toMatchObject({ autoInit: true, autoConnect: true, logEnabled: false })
  expect(walletConfiguration({ ...served, behaviour })).toMatchObject(behaviour)
})

test('[R-WAL-5] a development chain comes only from the served configuration', () => {
  const mainnet = { id: 1, name: 'Ethereum', rpcUrl: null }
  expect(walletConfiguration(undefined).chains.map(({ id }) => id)).toEqual([1])
  expect(walletConfiguration({ chains: [mainnet], projectId: null, demo: false })).toMatchObject({
    chains: [mainnet],
    projectId: undefined,
    enableCustomProvider: false,
  })
  expect(walletConfiguration({ chains: [mainnet, devnet], projectId: 'abc', demo: true })).toMatchObject({
    chains: [mainnet, devnet],
    projectId: 'abc',
    enableCustomProvider: true,
  })
})

test('[R-WAL-4] without autoInit nothing happens until start()', async () => {
  localStorage.setItem('infra.wallet', 'io.fox')
  announced({ permitted: true })
  const { wallet, fired } = opened({ autoInit: false })
  await quiet()
  expect(fired).toEqual([])
  wallet.start()
  await quiet()
  expect(fired).toEqual([['connected', { address: alice, chainId: 1 }]])
})

test('[R-WAL-4] with logEnabled each event is logged, and without it none', async () => {
  announced()
  for (const [logEnabled, expected] of [
    [true, ['Wallet event: connected']],
    [false, []],
  ] as const) {
    const { wallet, logged } = opened({ logEnabled, autoConnect: false })
    await wallet.connect('io.fox')
    await quiet()
    expect(logged).toEqual(expected)
  }
})

test('[R-WAL-6] [R-WAL-8] [R-WAL-12] linking through the modal fires opened, connected, closed, in this order', async () => {
  announced()
  const { wallet, fired, screen } = opened()
  wallet.openModal()
  expect(wallet.getState()).toMatchObject({ connecting: true, attempt: { phase: 'waiting' } })
  expect(screen).toEqual(['on'])
  await quiet()
  expect(fired).toEqual([
    ['modal_state_changed', { open: true }],
    ['connected', { address: alice, chainId: 1 }],
    ['modal_state_changed', { open: false }],
  ])
  expect(screen).toEqual(['on', 'off'])
  expect(wallet.getState()).toMatchObject({ connecting: false, attempt: { phase: 'choosing' } })
})

test('[R-WAL-12] opening an open modal and closing a closed one changes nothing', () => {
  const { wallet, fired, screen } = opened()
  wallet.closeModal()
  wallet.openModal()
  wallet.openModal()
  wallet.closeModal()
  wallet.closeModal()
  expect(fired).toEqual([
    ['modal_state_changed', { open: true }],
    ['modal_state_changed', { open: false }],
  ])
  expect(screen).toEqual(['on', 'off'])
})

test('[R-WAL-7] a change takes effect after 200 ms of quiet, not before', async () => {
  const { fake, wallet, fired } = await linked()
  fake.choose(bob)
  await vi.advanceTimersByTimeAsync(199)
  expect(fired).toEqual([])
  expect(wallet.getState().address).toBe(alice)
  await vi.advanceTimersByTimeAsync(1)
  expect(fired.map(([event]) => event)).toEqual(['disconnect', 'connected'])
})

test('[R-WAL-7] two account changes within 200 ms count as one', async () => {
  const carol = '0x00000000000000000000000000000000000000C0'
  const { fake, fired } = await linked()
  fake.choose(bob)
  await vi.advanceTimersByTimeAsync(150)
  fake.choose(carol)
  await vi.advanceTimersByTimeAsync(150)
  expect(fired).toEqual([])
  await quiet()
  expect(fired).toEqual([
    ['disconnect', disconnected],
    ['connected', { address: carol, chainId: 1 }],
  ])
})

test('[R-WAL-7] a change and back within 200 ms counts as none', async () => {
  const { fake, fired } = await linked()
  fake.choose(bob)
  fake.choose(alice)
  await quiet()
  expect(fired).toEqual([])
})

test('[R-WAL-9] an account change fires disconnect, then connected, with no address in between', async () => {
  const { fake, wallet, fired } = await linked()
  const seen: unknown[] = []
  wallet.on('disconnect', () => seen.push(wallet.getState().address))
  wallet.on('connected', () => seen.push(wallet.getState().shortAddress))
  fake.choose(bob)
  await quiet()
  expect(fired).toEqual([
    ['disconnect', disconnected],
    ['connected', { address: '0x00000000000000000000000000000000000000B0', chainId: 1 }],
  ])
  expect(seen).toEqual([undefined, '0x000...00B0'])
})

test('[R-WAL-10] a chain change fires chain_switched', async () => {
  const { fake, wallet, fired } = await linked({ chains: twoChains })
  fake.moveTo(31337)
  await quiet()
  expect(fired).toEqual([['chain_switched', { chainId: 31337 }]])
  expect(wallet.getState().chain).toEqual({ id: 31337, name: 'Infra devnet', supported: true })
})

test('[R-WAL-10] with reconnectToChain a chain change fires disconnect, then connected', async () => {
  const { fake, fired } = await linked({ chains: twoChains, reconnectToChain: true })
  fake.moveTo(31337)
  await quiet()
  expect(fired).toEqual([
    ['disconnect', disconnected],
    ['connected', { address: alice, chainId: 31337 }],
  ])
})

test('[R-WAL-9] [R-WAL-10] account and chain changing within 200 ms fire disconnect, then connected', async () => {
  const { fake, fired } = await linked({ chains: twoChains })
  fake.choose(bob)
  fake.moveTo(31337)
  await quiet()
  expect(fired).toEqual([
    ['disconnect', disconnected],
    ['connected', { address: '0x00000000000000000000000000000000000000B0', chainId: 31337 }],
  ])
})

test('[R-WAL-11] a change to an unknown chain disconnects the wallet and fires disconnect, then unknown_chain, once', async () => {
  const { fake, wallet, fired } = await linked()
  let stateThen: unknown
  wallet.on('unknown_chain', () => {
    stateThen = wallet.getState().connected
  })
  fake.moveTo(137)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fired).toEqual([
    ['disconnect', disconnected],
    ['unknown_chain', { chainId: 137 }],
  ])
  expect(stateThen).toBe(false)
  expect(fake.asked).toContain('wallet_revokePermissions')
  expect(wasConnected()).toBe(false)
})

test('[R-WAL-11] a wallet that starts on an unknown chain never fires connected, and the modal offers to switch', async () => {
  const fake = announced({ chainId: 137 })
  const { wallet, fired } = opened()
  wallet.openModal()
  await vi.advanceTimersByTimeAsync(5000)
  expect(fired).toEqual([
    ['modal_state_changed', { open: true }],
    ['unknown_chain', { chainId: 137 }],
  ])
  expect(wallet.getState()).toMatchObject({
    connected: false,
    connecting: true,
    attempt: { phase: 'wrong_chain', wallet: { id: 'io.fox' } },
  })

  await wallet.connect('io.fox', { chainId: 1 })
  await quiet()
  expect(fake.asked).toContain('wallet_switchEthereumChain')
  expect(fired.slice(2)).toEqual([
    ['connected', { address: alice, chainId: 1 }],
    ['modal_state_changed', { open: false }],
  ])
})

test('[R-WAL-6] disconnecting fires disconnect at once, and not again before the wallet is linked again', async () => {
  const { wallet, fired } = await linked()
  const done = wallet.disconnect()
  expect(fired).toEqual([['disconnect', disconnected]])
  expect(wallet.getState()).toMatchObject({ connected: false, address: undefined, walletName: undefined })
  await vi.advanceTimersByTimeAsync(5000)
  await done
  await wallet.disconnect()
  expect(fired).toEqual([['disconnect', disconnected]])
  await wallet.connect('io.fox')
  await quiet()
  expect(fired.slice(1)).toEqual([['connected', { address: alice, chainId: 1 }]])
})

test('[R-WAL-6] locking the wallet fires disconnect, and unlocking it links the user again', async () => {
  const { fake, fired } = await linked()
  fake.choose()
  await quiet()
  expect(fired).toEqual([['disconnect', disconnected]])
  fake.choose(alice)
  await quiet()
  expect(fired.slice(1)).toEqual([['connected', { address: alice, chainId: 1 }]])
})

test('[R-WAL-6] a listener that disconnects the wallet does not interrupt the events that are being fired', async () => {
  const { fake, wallet, fired } = await linked()
  const stop = wallet.on('disconnect', () => {
    stop()
    void wallet.disconnect()
  })
  fake.choose(bob)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fired.map(([event]) => event)).toEqual(['disconnect', 'connected', 'disconnect'])
  expect(wallet.getState().connected).toBe(false)
})

test('[R-WAL-6] a listener that throws does not keep others from being called', async () => {
  announced()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { wallet } = opened()
  const listener = vi.fn()
  wallet.on('connected', () => {
    throw new Error('broken')
  })
  wallet.on('connected', listener)
  await wallet.connect('io.fox')
  await quiet()
  expect(listener).toHaveBeenCalledTimes(1)
  expect(complaints).toHaveBeenCalledTimes(1)
  complaints.mockRestore()
})
