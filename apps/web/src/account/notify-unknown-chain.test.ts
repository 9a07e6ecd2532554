// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeToast, toasts } from '../overlays/toast.ts'
import { devnet, quiet, setUpWallets } from '../wallet/test/set-up-wallet.ts'
import { notifyUnknownChain } from './notify-unknown-chain.ts'

const { announced, linked, opened } = setUpWallets()
afterEach(() => toasts.set([]))

const shown = () => toasts.get().map(({ text }) => text)

async function lost() {
  const chains = [{ id: 1, name: 'Ethereum' }, devnet] as const
  const staged = await linked({ chains })
  notifyUnknownChain(staged.wallet)
  staged.fake.moveTo(devnet.id)
  await quiet()
  staged.fake.moveTo(137)
  await quiet()
  return staged
}

test('[finding W3] a wallet on an unknown chain is reported in a notice until that is closed', async () => {
  await lost()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([
    'Fox is on a network that Infra does not use, so you are signed out. Switch it to Infra devnet and link it again.',
  ])
  closeToast(toasts.get()[0]!.id)
  expect(shown()).toEqual([])
})

test('[finding W3] one click switches back to the previous chain and links the wallet again', async () => {
  const { wallet, fake } = await lost()
  toasts.get()[0]!.action!.run()
  expect(wallet.getState()).toMatchObject({ connecting: true, attempt: { phase: 'waiting' } })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(wallet.getState()).toMatchObject({ connected: true, connecting: false, chain: { id: devnet.id } })
  expect(fake.asked).toContain('wallet_switchEthereumChain')
  expect(shown()).toEqual([])
})

test('the notice disappears when the modal opens, which says the same', async () => {
  const { wallet } = await lost()
  wallet.openModal()
  expect(shown()).toEqual([])
  expect(wallet.getState().attempt.phase).toBe('wrong_chain')
})

test('an unknown chain of a wallet that was never linked is reported in the modal alone', async () => {
  announced({ chainId: 137 })
  const { wallet } = opened()
  notifyUnknownChain(wallet)
  wallet.openModal()
  await quiet()
  expect(wallet.getState().attempt.phase).toBe('wrong_chain')
  expect(shown()).toEqual([])
})
