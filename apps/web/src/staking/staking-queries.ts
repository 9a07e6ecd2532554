import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { getStaking, type StakingDeployment } from '@infra/protocol/staking'
import { queryOptions } from '@tanstack/react-query'
import { type Address, type PublicClient, parseAbi } from 'viem'
import { call } from '../api/call.ts'
import { checkContracts } from './check-contracts.ts'
import type { Reading } from './reward-rules.ts'

/** The contracts, a client for their chain, and the user's account: what every query and transaction here needs. */
export interface StakingContext {
  client: PublicClient
  deployment: StakingDeployment
  address: Address
}

/** Multicall3 has the same address on every chain, the devnet included. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

const multicallAbi = parseAbi([
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

const BLOCK_MS = 12_000

/** The client retries by itself, and the next block brings the next reading. */
const once = { retry: false } as const

export const readingKey = ({ deployment, address }: StakingContext) => [
  'staking',
  deployment.chainId,
  address,
  'reading',
]

export const readingQuery = (context: StakingContext) =>
  queryOptions({
    queryKey: readingKey(context),
    queryFn: () => readAll(context),
    ...once,
    refetchInterval: ({ state }) => (state.error ? BLOCK_MS / 4 : BLOCK_MS),
    staleTime: BLOCK_MS / 2,
  })

/** Once per visit: the code at an address never changes, but the node that answers for the chain may. */
export const checkQuery = (context: StakingContext) =>
  queryOptions({
    queryKey: [
      'staking',
      context.deployment.chainId,
      context.deployment.contract,
      context.deployment.token,
      'check',
    ],
    queryFn: () => checkContracts(context),
    ...once,
    refetchInterval: ({ state }) => (state.error ? BLOCK_MS / 4 : false),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The credits that the API grants for the stake. The chain's own figures don't wait for this. */
export const allowanceQuery = (address: string) =>
  queryOptions({
    queryKey: ['staking', 'allowance', address],
    queryFn: ({ signal }) => call(getStaking, {}, { signal }),
    retry: 1,
    refetchInterval: 30_000,
    meta: { ownMessage: true },
  })

/** In one call, so that all figures are of the same block. */
async function readAll({ client, deployment, address }: StakingContext): Promise<Reading> {
  const staking = { abi: infraStakingAbi, address: deployment.contract } as const
  const token = { abi: infraTokenAbi, address: deployment.token } as const
  const multicall = { abi: multicallAbi, address: MULTICALL } as const
  const contract = staking.address
  const [at, totalStaked, rate, periodEnd, reserve, isPaused, staked, earned, balance, allowance, ether] =
    await client.multicall({
      multicallAddress: MULTICALL,
      allowFailure: false,
      batchSize: 0,
      contracts: [
        { ...multicall, functionName: 'getCurrentBlockTimestamp' },
        { ...staking, functionName: 'totalStaked' },
        { ...staking, functionName: 'rate' },
        { ...staking, functionName: 'periodEnd' },
        { ...staking, functionName: 'reserve' },
        { ...staking, functionName: 'paused' },
        { ...staking, functionName: 'stakeOf', args: [address] },
        { ...staking, functionName: 'earned', args: [address] },
        { ...token, functionName: 'balanceOf', args: [address] },
        { ...token, functionName: 'allowance', args: [address, contract] },
        { ...multicall, functionName: 'getEthBalance', args: [address] },
      ],
    })
  return { at, totalStaked, rate, periodEnd, reserve, isPaused, staked, earned, balance, allowance, ether }
}
