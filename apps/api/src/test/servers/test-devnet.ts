import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployContracts } from '@infra/contracts/devnet/deploy-contracts'
import { type Devnet, openDevnet } from '@infra/contracts/devnet/devnet'
import { openFaucet } from '@infra/contracts/devnet/faucet'
import { sendFrom } from '@infra/contracts/devnet/send-from'
import { serveRpc } from '@infra/contracts/devnet/serve-rpc'
import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { encodeFunctionData, type Hex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { onFinished } from '../on-finished.ts'

export interface TestDevnet {
  /** The settings of an API that uses it. */
  env: Record<string, string>
  giveTokens: (address: Hex) => Promise<unknown>
  stake: (key: Hex, tokens: number) => Promise<void>
  /** The two transactions of `stake`, one at a time. */
  allow: (key: Hex, tokens: number) => Promise<void>
  stakeAllowed: (key: Hex, tokens: number) => Promise<void>
  withdraw: (key: Hex, tokens: number) => Promise<void>
  sendTokens: (key: Hex, to: Hex, tokens: number) => Promise<void>
  /** Any RPC method, also those that are closed to others. */
  ask: Devnet['ask']
  /** Stops answering. */
  goAway: () => Promise<void>
}

/** The stack's own devnet with its contracts, for one test file. */
export async function testDevnet(): Promise<TestDevnet> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-chain-'))
  const devnet = await openDevnet({ folder, clock: () => new Date(), say: () => {} })
  await deployContracts(devnet)
  const { token, staking } = devnet.contracts
  const faucet = await openFaucet(devnet)
  const server = await serveRpc(devnet, faucet, 0)
  const goAway = async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  }
  onFinished(async () => {
    if (server.listening) await goAway()
    await devnet.close()
    await rm(folder, { recursive: true })
  })

  const call = (key: Hex, to: Hex, data: Hex) => sendFrom(devnet, privateKeyToAccount(key), { to, data })
  const allow = async (key: Hex, tokens: number) => {
    const approve = { functionName: 'approve', args: [staking, parseEther(String(tokens))] } as const
    await call(key, token, encodeFunctionData({ abi: infraTokenAbi, ...approve }))
  }
  const stakeAllowed = async (key: Hex, tokens: number) => {
    const stake = { functionName: 'stake', args: [parseEther(String(tokens))] } as const
    await call(key, staking, encodeFunctionData({ abi: infraStakingAbi, ...stake }))
  }
  return {
    env: {
      DEVNET_RPC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STAKING_CHAIN_ID: '31337',
      STAKING_ADDRESS: staking,
      STAKING_TOKEN_ADDRESS: token,
    },
    giveTokens: faucet,
    stake: async (key, tokens) => {
      await allow(key, tokens)
      await stakeAllowed(key, tokens)
    },
    allow,
    stakeAllowed,
    withdraw: async (key, tokens) => {
      const withdraw = { functionName: 'withdraw', args: [parseEther(String(tokens))] } as const
      await call(key, staking, encodeFunctionData({ abi: infraStakingAbi, ...withdraw }))
    },
    sendTokens: async (key, to, tokens) => {
      const transfer = { functionName: 'transfer', args: [to, parseEther(String(tokens))] } as const
      await call(key, token, encodeFunctionData({ abi: infraTokenAbi, ...transfer }))
    },
    ask: devnet.ask,
    goAway,
  }
}
