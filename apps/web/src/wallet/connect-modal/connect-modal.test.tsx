// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Wallet } from '../create-wallet.ts'
import { alice, silence, walletFailure } from '../test/announce-wallet.ts'
import { quiet, setUpWallets } from '../test/set-up-wallet.ts'
import { defaultWalletConfiguration } from '../wallet-configuration.ts'
import { ConnectModal } from './connect-modal.tsx'

const { announced, opened } = setUpWallets()
afterEach(cleanup)

function shown(wallet: Wallet) {
  render(
    <>
      <button type="button" onClick={wallet.openModal}>
        Link
      </button>
      <ConnectModal wallet={wallet} />
    </>,
  )
  const link = screen.getByRole('button', { name: 'Link' })
  link.focus()
  fireEvent.click(link)
}

const status = () => screen.getByRole('status').textContent
const answered = () => act(quiet)
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await quiet()
  })
const focused = () => document.activeElement?.textContent

test('[R-WAL-1] the modal ConnectWallet opens on demand: dark, square, black, at z-index 1101', () => {
  const { wallet } = opened()
  render(<ConnectModal wallet={wallet} />)
  expect(screen.queryByTestId('ConnectWallet')).toBeNull()
  act(wallet.openModal)
  const dialog = screen.getByRole('dialog', { name: 'Link a wallet' }) as HTMLDialogElement
  expect(dialog.open).toBe(true)
  expect(dialog.contains(screen.getByTestId('ConnectWallet'))).toBe(true)
  const { zIndex, colorScheme, borderRadius, background } = dialog.style
  expect({ zIndex, colorScheme, borderRadius, background }).toEqual({
    zIndex: '1101',
    colorScheme: 'dark',
    borderRadius: '0px',
    background: '#000',
  })
})

test('[R-WAL-4] the theme of the modal is configurable', () => {
  const modal = { theme: 'light', corners: 'round', background: '#fff', zIndex: 7 } as const
  const { wallet } = opened({ modal: { ...defaultWalletConfiguration.modal, ...modal } })
  render(<ConnectModal wallet={wallet} />)
  act(wallet.openModal)
  expect(screen.getByRole('dialog').style).toMatchObject({
    zIndex: '7',
    colorScheme: 'light',
    borderRadius: '12px',
    background: '#fff',
  })
})

test('[R-WAL-1] wallets are listed with their names and icons; choosing one links it and closes the modal', async () => {
  announced({ icon: 'data:image/svg+xml,<svg/>' })
  announced({ name: 'Badger', rdns: 'io.badger', icon: 'https://tracker.example/badger.png' })
  const { wallet } = opened()
  shown(wallet)
  const names = screen.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent)
  expect(names.filter(Boolean)).toEqual(['Fox', 'Badger'])
  const drawings = [...document.querySelectorAll('img')].map((drawing) => drawing.getAttribute('src'))
  expect(drawings).toEqual(['data:image/svg+xml,<svg/>'])
  expect(focused()).toBe('Fox')

  await press('Fox')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(wallet.getState()).toMatchObject({ connected: true, address: alice, connecting: false })
})

test('[R-WAL-1] a wallet that announces itself while the modal is open joins the list', () => {
  shown(opened().wallet)
  expect(screen.queryByRole('button', { name: 'Fox' })).toBeNull()
  act(() => void announced())
  expect(screen.getByRole('button', { name: 'Fox' })).toBeTruthy()
})

test('[R-WAL-1] opening the modal asks the only wallet at once: one click, and it is linked', async () => {
  const fake = announced()
  const { wallet } = opened()
  shown(wallet)
  expect(status()).toContain('Waiting for Fox.')
  expect(focused()).toBe('Cancel')
  await answered()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(wallet.getState()).toMatchObject({ connected: true, address: alice, connecting: false })
  expect(fake.asked).toContain('wallet_requestPermissions')
})

test('[X17] without a wallet the modal says how to get one', () => {
  shown(opened().wallet)
  expect(status()).toBe('No wallet was found in this browser.')
  expect(focused()).toBe('How to get one')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('[X19] while a wallet doesn’t answer, Cancel has the focus, and it leads back to the list', async () => {
  announced().answers.set('wallet_requestPermissions', silence)
  shown(opened().wallet)
  expect(status()).toContain('Waiting for Fox.')
  expect(focused()).toBe('Cancel')
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  await press('Cancel')
  expect(status()).toContain('Choose the wallet')
  expect(focused()).toBe('Fox')
})

test.each([
  [4001, 'You declined the request in Fox. Nothing was shared.'],
  [-32002, "Fox has a request open already. Look for the wallet's own window"],
  [-32603, 'Fox could not be linked. It said: Broken.'],
])('[K44] a wallet that answers %i shows "%s", and Try again tries again', async (code, words) => {
  const fake = announced()
  for (const method of ['wallet_requestPermissions', 'eth_requestAccounts']) {
    fake.answers.set(method, () => Promise.reject(walletFailure(code, 'Broken.')))
  }
  const { wallet } = opened()
  shown(wallet)
  await answered()
  expect(status()).toContain(words)
  expect(focused()).toBe('Try again')
  fake.answers.clear()
  await press('Try again')
  expect(wallet.getState().connected).toBe(true)
})

test('[K44] [R-WAL-3] [R-WAL-11] a wallet on an unknown chain is shown as "Unsupported", and linked by switching', async () => {
  announced({ chainId: 137 })
  const { wallet } = opened()
  shown(wallet)
  await answered()
  expect(status()).toBe(
    'Your wallet is on a network that Infra does not use. Switch it to Ethereum to go on.',
  )
  expect(screen.getByRole('definition').textContent).toBe('Unsupported chain 137')
  expect(focused()).toBe('Switch to Ethereum')
  await press('Switch to Ethereum')
  // The wallet was disconnected before, which takes it a moment.
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(wallet.getState()).toMatchObject({ connected: true, chain: { id: 1, supported: true } })
})

test('[K44] a wallet that stays linked on an unsupported chain can be switched or disconnected', async () => {
  announced({ chainId: 137 })
  const { wallet } = opened({ disconnectUnknownChain: false })
  shown(wallet)
  await answered()
  expect(wallet.getState()).toMatchObject({ connected: true, chain: { name: 'Unsupported' } })
  act(wallet.openModal)
  expect(focused()).toBe('Switch to Ethereum')
  await press('Disconnect')
  expect(wallet.getState()).toMatchObject({ connected: false, connecting: false })
})

test('[R-WAL-1] closing the modal returns the focus to where it was', async () => {
  announced()
  const { wallet } = opened()
  shown(wallet)
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focused()).toBe('Link')
})
