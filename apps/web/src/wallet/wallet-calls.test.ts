// @vitest-environment happy-dom
import { encodeFunctionResult, numberToHex, parseAbi } from 'viem'
import { expect, test, vi } from 'vitest'
import { alice, bob, silence, walletFailure } from './test/announce-wallet.ts'
import { devnet, quiet, setUpWallets } from './test/set-up-wallet.ts'
import { createCalls } from './wallet-calls.ts'
import { problemOf } from './wallet-error.ts'
import type { WalletPort } from './wallet-port.ts'

const { announced, opened, linked } = setUpWallets()

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function stake(uint256 amount)',
])
const contract = { abi, address: bob, chainId: 1 } as const
const hash = `0x${'ab'.repeat(32)}` as const

const failure = (work: Promise<unknown>) => work.then(() => 'fine', problemOf)

test('[R-WAL-13] a message is signed by the linked account, unchanged', async () => {
  const { fake, wallet } = await linked()
  const sign = vi.fn((_params: readonly unknown[]) => '0x5160')
  fake.answers.set('personal_sign', sign)
  expect(await wallet.signMessage('Welcome!')).toBe('0x5160')
  expect(sign).toHaveBeenCalledWith(['0x57656c636f6d6521', alice])
})

test('[R-WAL-13] [K44] a rejected signature fails as rejected, and changes nothing', async () => {
  const { fake, wallet, fired } = await linked()
  fake.answers.set('personal_sign', () => Promise.reject(walletFailure(4001, 'User rejected the request.')))
  expect(await failure(wallet.signMessage('Welcome!'))).toBe('rejected')
  await quiet()
  expect(fired).toEqual([])
  expect(wallet.getState().connected).toBe(true)
})

test('[X19] a user can stop waiting for a signature', async () => {
  const { fake, wallet } = await linked()
  fake.answers.set('personal_sign', silence)
  const stop = new AbortController()
  const outcome = failure(wallet.signMessage('Welcome!', { signal: stop.signal }))
  await vi.advanceTimersByTimeAsync(60_000)
  stop.abort()
  expect(await outcome).toBe('cancelled')
  expect(await failure(wallet.signMessage('Welcome!', { signal: stop.signal }))).toBe('cancelled')
})

test('[A44] an account that the wallet has left signs nothing, even before the change takes effect', async () => {
  const { fake, wallet } = await linked()
  const sign = vi.fn((_params: readonly unknown[]) => '0x5160')
  fake.answers.set('personal_sign', sign)
  fake.choose(bob)
  expect(await failure(wallet.signMessage('Welcome!'))).toBe('not_connected')
  expect(sign).not.toHaveBeenCalled()
})

const permit = {
  domain: { name: 'Infra', chainId: 1 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
} as const

test('[R-WAL-13] typed data is signed by the linked account', async () => {
  const { fake, wallet } = await linked()
  const sign = vi.fn((_params: readonly unknown[]) => '0x5160')
  fake.answers.set('eth_signTypedData_v4', sign)
  expect(await wallet.signTypedData(1, permit)).toBe('0x5160')
  const [address, data] = sign.mock.calls[0]![0]
  expect(address).toBe(alice)
  expect(JSON.parse(String(data))).toMatchObject({ primaryType: 'Mail', message: { text: 'Hello' } })
})

test('[K44] typed data for another chain than the wallet’s is not even shown to it', async () => {
  const { fake, wallet } = await linked({ chains: [{ id: 1, name: 'Ethereum' }, devnet] })
  expect(await failure(wallet.signTypedData(31337, permit))).toBe('wrong_chain')
  expect(fake.asked).not.toContain('eth_signTypedData_v4')
})

test('typed data without a chain is signed on any', async () => {
  const { fake, wallet } = await linked()
  fake.answers.set('eth_signTypedData_v4', () => '0x5161')
  expect(await wallet.signTypedData(undefined, { ...permit, domain: { name: 'Anywhere' } })).toBe('0x5161')
})

test('[R-WAL-13] without a linked wallet nothing is signed, written or switched', async () => {
  const { wallet } = opened()
  expect(await failure(wallet.signMessage('Welcome!'))).toBe('not_connected')
  expect(await failure(wallet.switchChain(1))).toBe('not_connected')
  expect(await failure(wallet.writeContract({ ...contract, functionName: 'stake', args: [1n] }))).toBe(
    'not_connected',
  )
})

test('[R-WAL-13] a contract function is read through the linked wallet if the chain has no RPC address', async () => {
  const { fake, wallet } = await linked()
  fake.answers.set('eth_call', () => encodeFunctionResult({ abi, functionName: 'balanceOf', result: 42n }))
  const balance: bigint = await wallet.readContract({ ...contract, functionName: 'balanceOf', args: [alice] })
  expect(balance).toBe(42n)
})

test('[R-WAL-13] a wallet on another chain is not asked to read from this one', async () => {
  const { fake, wallet } = await linked({ chains: [{ id: 1, name: 'Ethereum' }, devnet] }, { chainId: 31337 })
  fake.answers.set('eth_call', () => encodeFunctionResult({ abi, functionName: 'balanceOf', result: 42n }))
  expect(await failure(wallet.readContract({ ...contract, functionName: 'balanceOf', args: [alice] }))).toBe(
    'wrong_chain',
  )
})

/** A chain whose latest block is `now`, with the transaction mined in block 100. */
function mined(now: number) {
  const receipt = {
    ...{ transactionHash: hash, transactionIndex: '0x0', blockHash: hash, blockNumber: numberToHex(100) },
    ...{ from: alice, to: bob, contractAddress: null, cumulativeGasUsed: '0x1', gasUsed: '0x1', logs: [] },
    ...{ logsBloom: '0x', effectiveGasPrice: '0x1', status: '0x1', type: '0x2' },
  }
  const chain = { now }
  const answers = {
    eth_sendTransaction: () => hash,
    eth_blockNumber: () => numberToHex(chain.now),
    eth_getTransactionReceipt: () => receipt,
    eth_getTransactionByHash: () => ({
      hash,
      from: alice,
      nonce: '0x1',
      blockNumber: numberToHex(100),
      type: '0x2',
    }),
  }
  return { chain, answers: Object.entries(answers) }
}

test('[R-WAL-13] a write returns its hash, then waits for 1 confirmation', async () => {
  const { fake, wallet } = await linked()
  for (const [method, answer] of mined(100).answers) fake.answers.set(method, answer)
  const write = await wallet.writeContract({ ...contract, functionName: 'stake', args: [1n] })
  expect(write.hash).toBe(hash)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await write.receipt).toMatchObject({ transactionHash: hash, blockNumber: 100n, status: 'success' })
})

test('[R-WAL-13] a write waits for the requested number of confirmations', async () => {
  const { fake, wallet } = await linked()
  const { chain, answers } = mined(100)
  for (const [method, answer] of answers) fake.answers.set(method, answer)
  const { receipt } = await wallet.writeContract({
    ...contract,
    functionName: 'stake',
    args: [1n],
    confirmations: 3,
  })
  let isMined = false
  void receipt.then(() => {
    isMined = true
  })
  chain.now = 101
  await vi.advanceTimersByTimeAsync(20_000)
  expect(isMined).toBe(false)
  chain.now = 102
  await vi.advanceTimersByTimeAsync(20_000)
  expect(isMined).toBe(true)
})

test('[R-WAL-13] [K44] a rejected write fails as rejected', async () => {
  const { fake, wallet } = await linked()
  fake.answers.set('eth_sendTransaction', () =>
    Promise.reject(walletFailure(4001, 'User rejected the request.')),
  )
  expect(await failure(wallet.writeContract({ ...contract, functionName: 'stake', args: [1n] }))).toBe(
    'rejected',
  )
})

test('[K44] a write for another chain than the wallet’s is refused before the wallet is asked', async () => {
  const { fake, wallet } = await linked({ chains: [{ id: 1, name: 'Ethereum' }, devnet] })
  const write = wallet.writeContract({ ...contract, chainId: 31337, functionName: 'stake', args: [1n] })
  await expect(write).rejects.toThrow('Your wallet is on another network. Switch it to Infra devnet first.')
  expect(fake.asked).not.toContain('eth_sendTransaction')
})

test('[R-WAL-13] reading needs no wallet if the chain has an RPC address', async () => {
  announced()
  const asked = vi.fn(async (_input: unknown, _init?: RequestInit) =>
    Response.json({
      jsonrpc: '2.0',
      id: 1,
      result: encodeFunctionResult({ abi, functionName: 'balanceOf', result: 7n }),
    }),
  )
  vi.stubGlobal('fetch', asked)
  const { wallet } = opened({ chains: [{ id: 1, name: 'Ethereum' }, devnet] })
  const call = { ...contract, chainId: 31337, functionName: 'balanceOf', args: [alice] } as const
  expect(await wallet.readContract(call)).toBe(7n)
  expect(String(asked.mock.calls[0]?.[0])).toContain(devnet.rpcUrl)
  vi.unstubAllGlobals()
})

test.each([
  [undefined, 'fine'],
  ['repriced', 'fine'],
  ['cancelled', 'replaced'],
  ['replaced', 'replaced'],
] as const)(
  '[K44] a transaction that the user replaced in the wallet (%s): %s',
  async (replaced, outcome) => {
    const { wallet } = await linked()
    const port = {
      writeContract: async () => hash,
      waitForReceipt: async () => ({ receipt: { transactionHash: hash }, replaced }),
    } as unknown as WalletPort
    const calls = createCalls({ configuration: wallet.configuration, port, getState: wallet.getState })
    const { receipt } = await calls.writeContract({ ...contract, functionName: 'stake', args: [1n] })
    expect(await failure(receipt)).toBe(outcome)
  },
)

test('[K44] a wallet that doesn’t know the chain is asked to add it, with its RPC address', async () => {
  const { fake, wallet } = await linked({ chains: [{ id: 1, name: 'Ethereum' }, devnet] })
  const add = vi.fn((_params: readonly unknown[]) => null)
  fake.answers.set('wallet_switchEthereumChain', () =>
    Promise.reject(walletFailure(4902, 'Unrecognized chain ID.')),
  )
  fake.answers.set('wallet_addEthereumChain', add)
  void failure(wallet.switchChain(31337))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(add.mock.calls[0]?.[0][0]).toMatchObject({
    ...{ chainId: '0x7a69', chainName: 'Infra devnet', rpcUrls: [devnet.rpcUrl] },
  })
})
