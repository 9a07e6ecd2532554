import { expect } from '@playwright/test'
import { type Hex, parseAbi, verifyMessage } from 'viem'
import { test } from '../person.ts'

const WALLET = 'example.test.wallet'
const mainnet = { id: 1, name: 'Ethereum' }
const devnet = { id: 31_337, name: 'Infra devnet' }
const abi = parseAbi(['function answer() view returns (uint256)', 'function ask(uint256 question)'])
const contract = { abi, address: '0x1000000000000000000000000000000000000001', chainId: 1 } as const

test('[R-WAL-3] the chain is the first configured one until a wallet reports another; others are "Unsupported" @desktop', async ({
  harness,
  page,
  wallet,
}) => {
  await harness.openWallet({ chains: [mainnet, devnet], disconnectUnknownChain: false })
  expect((await harness.walletState()).chain).toEqual({ id: 1, name: 'Ethereum', supported: true })
  await page.evaluate((id) => window.wallet.connect(id), WALLET)
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)
  await wallet.switchChain(31_337)
  await expect
    .poll(async () => (await harness.walletState()).chain)
    .toEqual({ id: 31_337, name: 'Infra devnet', supported: true })
  await wallet.switchChain(137)
  await expect
    .poll(async () => (await harness.walletState()).chain)
    .toEqual({ id: 137, name: 'Unsupported', supported: false })
  expect(await harness.walletEvents()).toEqual(['connected', 'chain_switched', 'chain_switched'])
})

test('[R-WAL-4] [R-WAL-10] with reconnectToChain, a change of chain disconnects and connects again @desktop', async ({
  harness,
  page,
  wallet,
}) => {
  await harness.openWallet({ chains: [mainnet, devnet], reconnectToChain: true })
  await page.evaluate((id) => window.wallet.connect(id), WALLET)
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)
  await wallet.switchChain(31_337)
  await expect.poll(async () => (await harness.walletState()).chain.id).toBe(31_337)
  expect(await harness.walletEvents()).toEqual(['connected', 'disconnect', 'connected'])
})

test('[R-WAL-4] autoConnect decides whether a returning person is linked without a click @desktop', async ({
  harness,
  page,
  wallet: _,
}) => {
  await harness.openWallet({})
  await page.evaluate((id) => window.wallet.connect(id), WALLET)
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)
  await harness.openWallet({ autoConnect: false })
  expect((await harness.walletState()).returning).toBe(false)
  await harness.openWallet({ autoConnect: true })
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)
  expect(await harness.walletState()).toMatchObject({ walletId: WALLET, walletName: 'Test wallet' })
})

test('[R-WAL-13] signs a message, reads a contract, and writes to one with a confirmed receipt @desktop', async ({
  harness,
  page,
  wallet,
}) => {
  await harness.openWallet({})
  await page.evaluate((id) => window.wallet.connect(id), WALLET)
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)

  const signature = (await page.evaluate(() => window.wallet.signMessage('hello'))) as Hex
  expect(await verifyMessage({ address: wallet.address() as Hex, message: 'hello', signature })).toBe(true)

  const answer = await page.evaluate(
    (call) => window.wallet.readContract({ ...call, functionName: 'answer' }),
    contract,
  )
  expect(answer).toBe(42n)

  const written = await page.evaluate(async (call) => {
    const { hash, receipt } = await window.wallet.writeContract({ ...call, functionName: 'ask', args: [7n] })
    const { status, transactionHash } = await receipt
    return { hash, status, transactionHash }
  }, contract)
  expect(written).toEqual({ hash: written.transactionHash, status: 'success', transactionHash: written.hash })
  expect(wallet.asked).toContain('eth_sendTransaction')
})

test('[R-WAL-13] a write that the person declines is rejected @desktop', async ({
  harness,
  page,
  wallet,
}) => {
  await harness.openWallet({})
  await page.evaluate((id) => window.wallet.connect(id), WALLET)
  await expect.poll(async () => (await harness.walletState()).connected).toBe(true)
  wallet.answer.sign = 'reject'
  const outcome = await page.evaluate(
    (call) =>
      window.wallet.writeContract({ ...call, functionName: 'ask', args: [7n] }).then(
        () => 'written',
        (error: Error) => error.message,
      ),
    contract,
  )
  expect(outcome).toMatch(/rejected/i)
})
