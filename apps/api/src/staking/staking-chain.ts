import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { type Chain, createPublicClient, getAbiItem, type Hex, http } from 'viem'
import type { StakingConfig } from '../config.ts'

const RPC_MS_MAX = 5_000
const STALE_MS = 10 * 60_000
/** RPC providers refuse larger requests. */
const BLOCKS_A_QUESTION = 1_000n

/** Deep enough that no realistic reorganisation reaches it, so that nothing has to be undone. */
const CONFIRMATIONS: Record<number, bigint> = { 1: 12n, 31337: 0n }

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

export interface StakingChain {
  /** The newest confirmed block, with its chain and contract. Throws if the chain isn't the configured one. */
  readHead: (now: Date) => Promise<{ place: string; block: bigint }>
  /** The people whose stake changed in these blocks, in lowercase. */
  listChanged: (from: bigint, to: bigint) => Promise<string[]>
  readStakes: (addresses: string[], block: bigint) => Promise<bigint[]>
}

/** Reads the staking contract through the configured RPC, each request with a deadline. */
export function stakingChainAt({ place: { chainId, contract }, rpcUrl }: StakingConfig): StakingChain {
  const client = createPublicClient({
    chain: chainOf(chainId),
    transport: http(rpcUrl, { timeout: RPC_MS_MAX, retryCount: 0 }),
  })
  return {
    readHead: async (now) => {
      const answered = await client.getChainId()
      if (answered !== chainId)
        throw new Error(`The RPC answers for chain ${answered} instead of ${chainId}.`)
      const latest = await client.getBlock()
      if (Number(latest.timestamp) * 1000 < now.getTime() - STALE_MS)
        throw new Error(`The RPC is behind: its newest block is number ${latest.number}.`)
      const genesis = await client.getBlock({ blockNumber: 0n })
      const block = latest.number - CONFIRMATIONS[chainId]!
      return { place: `${chainId}:${contract}:${genesis.hash}`, block: block > 0n ? block : 0n }
    },
    listChanged: async (from, to) => {
      const changed = new Set<string>()
      for (let first = from; first <= to; first += BLOCKS_A_QUESTION) {
        const last = first + BLOCKS_A_QUESTION - 1n
        const toBlock = last < to ? last : to
        const logs = await client.getLogs({
          address: contract,
          events,
          fromBlock: first,
          toBlock,
          strict: true,
        })
        for (const { args } of logs) changed.add(args.account.toLowerCase())
      }
      return [...changed]
    },
    readStakes: (addresses, block) =>
      client.multicall({
        allowFailure: false,
        blockNumber: block,
        contracts: addresses.map((address) => ({
          address: contract,
          abi: infraStakingAbi,
          functionName: 'stakeOf' as const,
          args: [address as Hex] as const,
        })),
      }),
  }
}

const events = [
  getAbiItem({ abi: infraStakingAbi, name: 'Staked' }),
  getAbiItem({ abi: infraStakingAbi, name: 'Withdrawn' }),
  getAbiItem({ abi: infraStakingAbi, name: 'EmergencyWithdrawn' }),
]

function chainOf(id: number): Chain {
  return {
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  }
}
