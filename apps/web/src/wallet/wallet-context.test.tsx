// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { quiet, setUpWallets } from './test/set-up-wallet.ts'
import { useWallet, WalletProvider } from './wallet-context.tsx'

const { announced, opened } = setUpWallets()
afterEach(cleanup)

function Reading() {
  const { state } = useWallet()
  return <p>{state.shortAddress ?? 'nobody'}</p>
}

test('[R-WAL-2] a component that uses the wallet follows its state', async () => {
  announced()
  const { wallet } = opened()
  render(
    <WalletProvider wallet={wallet}>
      <Reading />
    </WalletProvider>,
  )
  expect(screen.getByText('nobody')).toBeTruthy()
  await act(async () => {
    await wallet.connect('io.fox')
    await quiet()
  })
  expect(screen.getByText('0x742...f44e')).toBeTruthy()
})
