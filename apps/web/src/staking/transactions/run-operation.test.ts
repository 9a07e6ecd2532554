// @vitest-environment happy-dom
import { deployContracts } from '@infra/contracts/devnet/deploy-contracts'
import type { Devnet } from '@infra/contracts/devnet/devnet'
import { generateDevnetKeys } from '@infra/contracts/devnet/devnet-keys'
import { openFaucet } from '@infra/contracts/devnet/faucet'
import { openChain } from '@infra/contracts/devnet/open-chain'
import { sendFrom } from '@infra/contracts/devnet/send-from'
import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseEther,
  parseGwei,
  type TypedDataDefinition,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import type { Wallet } from '../../wallet/create-wallet.ts'
import { readingQuery, type StakingContext } from '../staking-queries.ts'
import { operations } from './operations.ts'
import { confirmationsNeeded, resumeTransactions, runOperation, stopWaiting } from './run-operation.ts'
import { storedTransactions } from './stored-transactions.ts'

const { token, staking, ...keys } = await generateDevnetKeys()
const deployer = privateKeyToAccount(keys.deployer)
const accounts = { deployer, faucet: privateKeyToAccount(keys.faucet) }
const deployment = { chainId: 31_337, token, contract: staking, faucet: true }
const chain = await openChain(Math.floor(Date.now() / 1000), [deployer.address, accounts.faucet.address])
const send = async (raw: Hex) => (await chain('eth_sendRawTransaction', [raw])) as Hex
const devnet: Devnet = {
  ...{ accounts, contracts: { token, staking } },
  ...{ ask: chain, send, now: () => Math.floor(Date.now() / 1000) },
  close: async () => {},
}
await deployContracts(devnet)
const faucet = await openFaucet(devnet)

beforeEach(() => {
  operations.set([])
  queryClient.clear()
  localStorage.clear()
})

/** A person with ether and 20,000 tokens, and a wallet that approves everything; the contracts are the real ones. */
async function somebody() {
  const account = privateKeyToAccount(generatePrivateKey())
  await faucet(account.address)
  const transport = custom(
    { request: ({ method, params }: { method: string; params?: unknown[] }) => chain(method, params) },
    { retryCount: 0 },
  )
  const client = createPublicClient({ transport })
  const writer = createWalletClient({ account, transport })
  const wallet = {
    readContract: vi.fn((call: object) => client.readContract(call as never)),
    signTypedData: vi.fn((_chainId: number, data: TypedDataDefinition) => account.signTypedData(data)),
    writeContract: vi.fn(async (call: object) => ({
      hash: await writer.writeContract({ ...call, chain: null } as never),
    })),
  }
  const context: StakingContext = { client, deployment, address: account.address }
  const run = (order: Parameters<typeof runOperation>[2]) =>
    runOperation(wallet as unknown as Wallet, context, order)
  const reading = () => queryClient.fetchQuery({ ...readingQuery(context), staleTime: 0 })
  const stage = () => operations.get().at(-1)?.stage
  return { wallet, context, run, reading, stage, account }
}

const amount = parseEther('1500')

test('[R-WAL-13] [I-12] by permit the wallet reads the token, signs once and sends once, and nothing is left over', async () => {
  const { run, wallet, reading, account } = await somebody()
  expect(await run({ action: 'stake', amount, by: 'permit' })).toBe(true)
  expect(wallet.readContract.mock.calls).toMatchObject([
    [{ chainId: deployment.chainId, address: token, functionName: 'nonces', args: [account.address] }],
    [{ chainId: deployment.chainId, address: token, functionName: 'eip712Domain' }],
  ])
  expect(wallet.signTypedData).toHaveBeenCalledTimes(1)
  expect(wallet.writeContract).toHaveBeenCalledTimes(1)
  expect(await reading()).toMatchObject({ staked: amount, balance: parseEther('18500'), allowance: 0n })
  expect(storedTransactions(deployment.chainId, account.address)).toEqual([])
})

test('[R-WAL-13] if blocks may be replaced, staking waits for three confirmations', async () => {
  const { wallet, context, stage } = await somebody()
  const elsewhere = { ...context, deployment: { ...deployment, faucet: false } }
  const mine = () => chain('hardhat_mine', ['0x1'])
  const confirmed = (confirmations: number) =>
    vi.waitFor(() => expect(stage()).toMatchObject({ name: 'pending', confirmations }), 10_000)
  const order = { action: 'stake', amount, by: 'permit' } as const
  const running = runOperation(wallet as unknown as Wallet, elsewhere, order)
  await confirmed(1)
  await mine()
  await confirmed(2)
  await mine()
  expect(await running).toBe(true)
})

test('[R-WAL-13] on the devnet one confirmation is enough', async () => {
  const { run, context } = await somebody()
  expect(await run({ action: 'stake', amount, by: 'permit' })).toBe(true)
  expect(confirmationsNeeded(context)).toBe(1)
})

test('staking by approval takes two transactions and no signature', async () => {
  const { run, wallet, reading } = await somebody()
  expect(await run({ action: 'stake', amount, by: 'approve' })).toBe(true)
  expect(wallet.signTypedData).not.toHaveBeenCalled()
  expect(wallet.writeContract).toHaveBeenCalledTimes(2)
  expect(await reading()).toMatchObject({ staked: amount, allowance: 0n })
})

test.each(['approve', 'permit'] as const)(
  'staking by %s within an existing allowance takes one transaction and no signature',
  async (by) => {
    const { run, wallet, reading } = await somebody()
    const approval = { address: token, abi: erc20Abi, functionName: 'approve', args: [staking, amount] }
    await wallet.writeContract(approval)
    wallet.writeContract.mockClear()
    expect(await run({ action: 'stake', amount, by })).toBe(true)
    expect(wallet.signTypedData).not.toHaveBeenCalled()
    expect(wallet.writeContract).toHaveBeenCalledTimes(1)
    expect(await reading()).toMatchObject({ staked: amount, allowance: 0n })
  },
)

test.each([4200, -32_601, -32_004])(
  'a wallet that does not support permits (%i) is asked to approve instead',
  async (code) => {
    const { run, wallet, reading } = await somebody()
    wallet.signTypedData.mockRejectedValue(Object.assign(new Error('unknown'), { code }))
    expect(await run({ action: 'stake', amount, by: 'permit' })).toBe(true)
    expect(wallet.writeContract).toHaveBeenCalledTimes(2)
    expect(await reading()).toMatchObject({ staked: amount })
  },
)

test('[K05] withdraw, claim, exit and emergency withdrawal succeed', async () => {
  const { run, reading } = await somebody()
  await run({ action: 'stake', amount, by: 'permit' })
  expect(await run({ action: 'withdraw', amount: parseEther('500') })).toBe(true)
  expect(await run({ action: 'claim' })).toBe(true)
  expect(await run({ action: 'exit' })).toBe(true)
  expect(await reading()).toMatchObject({ staked: 0n, earned: 0n })
  await run({ action: 'stake', amount, by: 'permit' })
  expect(await run({ action: 'emergencyWithdraw' })).toBe(true)
  expect(await reading()).toMatchObject({ staked: 0n })
})

test('an operation that the contract would refuse never reaches the wallet', async () => {
  const { run, wallet, stage } = await somebody()
  expect(await run({ action: 'withdraw', amount })).toBe(false)
  expect(stage()).toMatchObject({ name: 'failed', message: expect.stringContaining('less staked than that') })
  const pause = (functionName: 'pause' | 'unpause') =>
    sendFrom(devnet, deployer, {
      ...{ to: staking, data: encodeFunctionData({ abi: infraStakingAbi, functionName }) },
    })
  await pause('pause')
  expect(await run({ action: 'stake', amount, by: 'permit' })).toBe(false)
  expect(stage()).toMatchObject({ message: expect.stringContaining('New stakes are paused') })
  await pause('unpause')
  expect(wallet.writeContract).not.toHaveBeenCalled()
})

test('[K46] with a token other than the compiled-in one, nothing is signed', async () => {
  const { wallet, context, stage } = await somebody()
  const elsewhere = { ...context, deployment: { ...deployment, token: deployer.address } }
  expect(await runOperation(wallet as unknown as Wallet, elsewhere, { action: 'claim' })).toBe(false)
  expect(stage()).toMatchObject({
    message: expect.stringContaining('is not the token that this page was built with'),
  })
  expect(wallet.writeContract).not.toHaveBeenCalled()
})

test('[X19] a user can stop waiting, and a transaction that the wallet sends later is still shown', async () => {
  const { run, wallet, stage, reading } = await somebody()
  await run({ action: 'stake', amount, by: 'permit' })
  const real = wallet.writeContract.getMockImplementation()!
  const agreed = Promise.withResolvers<void>()
  wallet.writeContract.mockImplementation(async (call) => {
    await agreed.promise
    return real(call)
  })
  const outcome = run({ action: 'withdraw', amount })
  await vi.waitFor(() => expect(stage()).toEqual({ name: 'sign', what: 'transaction' }))
  stopWaiting(operations.get().at(-1)!.id)
  expect(stage()).toMatchObject({ name: 'failed', message: expect.stringContaining('You stopped waiting') })
  agreed.resolve()
  expect(await outcome).toBe(true)
  expect(await reading()).toMatchObject({ staked: 0n })
})

test('[X19] a permit that is signed after the user stopped waiting leads to no transaction', async () => {
  const { run, wallet, stage } = await somebody()
  const signed = Promise.withResolvers<Hex>()
  wallet.signTypedData.mockReturnValue(signed.promise)
  const outcome = run({ action: 'stake', amount, by: 'permit' })
  await vi.waitFor(() => expect(stage()).toEqual({ name: 'sign', what: 'permit' }))
  stopWaiting(operations.get().at(-1)!.id)
  signed.resolve(`0x${'11'.repeat(64)}1b`)
  expect(await outcome).toBe(false)
  expect(wallet.writeContract).not.toHaveBeenCalled()
})

test('[X04] a transaction that was mined while the page was closed is reported once and then deleted', async () => {
  const { context, wallet, stage, account } = await somebody()
  const key = `infra.transactions.31337.${account.address.toLowerCase()}`
  await runOperation(wallet as unknown as Wallet, context, { action: 'stake', amount, by: 'permit' })
  const done = stage() as { hash: Hex }
  operations.set([])
  const kept = {
    hash: done.hash,
    action: 'stake',
    amount: String(amount),
    to: deployment.contract,
    data: '0x',
    sentAfterBlock: '0',
  }
  localStorage.setItem(key, JSON.stringify([kept]))
  resumeTransactions(context)
  await vi.waitFor(() => expect(stage()).toEqual({ name: 'done', hash: done.hash }))
  expect(localStorage.getItem(key)).toBeNull()
  resumeTransactions(context)
  expect(operations.get()).toHaveLength(1)
})

test.each([
  ['sped up', 'stake', { name: 'done' }],
  ['cancelled', 'self', { name: 'failed', message: expect.stringContaining('You cancelled it') }],
  ['replaced', 'other', { name: 'failed', message: expect.stringContaining('replaced it') }],
] as const)(
  '[finding X15] a transaction %s in the wallet before the chain saw it has an outcome after a reload',
  async (_, by, expected) => {
    const { run, wallet, context, stage, account, reading } = await somebody()
    const kept = () => storedTransactions(deployment.chainId, account.address)
    // What the wallet says it sent, and what it sends instead.
    const neverSent: Hex = `0x${account.address.slice(2).padStart(64, '0')}`
    const real = wallet.writeContract.getMockImplementation()!
    let call: object = {}
    wallet.writeContract.mockImplementation(async (asked) => {
      call = asked
      return { hash: neverSent }
    })
    void run({ action: 'stake', amount, by: 'permit' })
    await vi.waitFor(() => expect(stage()).toMatchObject({ name: 'pending', isKnown: false }))

    if (by === 'stake') await real(call)
    else await sendRaw(account, by === 'self' ? account.address : deployer.address)
    for (let block = 0; block < 60; block++) await chain('hardhat_mine', ['0x1'])
    operations.set([])
    expect(kept()).toHaveLength(1)
    resumeTransactions(context)
    await vi.waitFor(() => expect(stage()).toMatchObject(expected))
    expect(stage()).not.toMatchObject({ hash: neverSent })
    expect(kept()).toEqual([])
    expect(await reading()).toMatchObject({ staked: by === 'stake' ? amount : 0n })
  },
)

async function sendRaw(account: PrivateKeyAccount, to: Hex): Promise<void> {
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: deployment.chainId, nonce: 0, to, gas: 21_000n },
    ...{ maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: 1n },
  })
  await send(raw)
}
