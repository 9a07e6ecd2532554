// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { walletFailure } from '../../wallet/test/announce-wallet.ts'
import { devnet, setUpWallets } from '../../wallet/test/set-up-wallet.ts'
import { WalletProvider } from '../../wallet/wallet-context.tsx'
import { WrongChain } from './notices.tsx'

const { linked } = setUpWallets()
afterEach(cleanup)

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'

/** On Ethereum, with a wallet that refuses to switch before the chain is added. */
async function onAnotherChain(code: number) {
  const { wallet, fake } = await linked({ chains: [{ id: 1, name: 'Ethereum' }, devnet] })
  const added: unknown[] = []
  fake.answers.set(SWITCH, () => Promise.reject(walletFailure(code, 'Unknown chain.')))
  fake.answers.set(ADD, ([request]) => {
    added.push(request)
    fake.answers.delete(SWITCH)
    return null
  })
  render(
    <WalletProvider wallet={wallet}>
      <WrongChain chainId={devnet.id} chainName={devnet.name} />
    </WalletProvider>,
  )
  return { wallet, fake, added }
}

const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Infra devnet' }))
    await vi.advanceTimersByTimeAsync(2_000)
  })

test.each([4901, 4902, -32603])(
  '[finding W4] if a wallet answers a switch with %i, the chain is added and switched to',
  async (code) => {
    const { wallet, added } = await onAnotherChain(code)
    await press()
    expect(added).toEqual([
      {
        chainId: '0x7a69',
        chainName: 'Infra devnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [devnet.rpcUrl],
        blockExplorerUrls: [`${window.location.origin}/staking#`],
      },
    ])
    expect(wallet.getState()).toMatchObject({ connected: true, chain: { id: devnet.id } })
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('[finding W4] a user who declined the switch is not asked to add the chain', async () => {
  const { added } = await onAnotherChain(4001)
  await press()
  expect(added).toEqual([])
  expect(screen.getByRole('alert').textContent).toBe('You declined in your wallet. Nothing was sent.')
  expect(screen.queryByText('Chain ID')).toBeNull()
})

test.each([4901, 4902])(
  '[finding W4] after %i, if adding fails too, the chain id and the RPC address can be copied',
  async (code) => {
    const { fake } = await onAnotherChain(code)
    fake.answers.set(ADD, () => Promise.reject(walletFailure(-32602, 'Bad request.')))
    await press()
    expect(screen.getByRole('alert').textContent).toBe('Fox could not add Infra devnet.')
    expect(screen.getByText('31337')).toBeTruthy()
    expect(screen.getByText(devnet.rpcUrl)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy the RPC address' })).toBeTruthy()
  },
)
