import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'

/** Where staking happens. The web app relies on the chain and not on this: it compares the code at both addresses with ours. */
export const StakingDeployment = z.object({
  chainId: z.int(),
  token: Address,
  contract: Address,
  /** Whether the chain gives ether and tokens away for testing: `infra_faucet` of its RPC, with an address. */
  faucet: z.boolean(),
})
export type StakingDeployment = z.infer<typeof StakingDeployment>

export const tierNames = ['Warm', 'Hot', 'White hot'] as const

/** In the token's smallest unit, 10^-18; too large for a number. */
const TokenAmount = z.string().regex(/^\d{1,78}$/)

export const StakeTier = z.object({
  name: z.enum(tierNames),
  stakeMin: TokenAmount,
  dailyCredits: z.int(),
})
export type StakeTier = z.infer<typeof StakeTier>

const tokens = (count: number) => `${count}${'0'.repeat(18)}`

/** Smallest first. */
export const stakeTiers: readonly StakeTier[] = [
  { name: 'Warm', stakeMin: tokens(1_000), dailyCredits: 50 },
  { name: 'Hot', stakeMin: tokens(10_000), dailyCredits: 250 },
  { name: 'White hot', stakeMin: tokens(100_000), dailyCredits: 1_000 },
]

/** The highest tier that a stake reaches, if it reaches one. */
export function tierOf(stake: bigint): StakeTier | undefined {
  return stakeTiers.findLast(({ stakeMin }) => stake >= BigInt(stakeMin))
}

/** Everything that is stored of a person's stake; the chain has its history. */
export const KeptStake = z.object({
  amount: TokenAmount,
  /** The block at which it was read; null if it must be read again. */
  block: z.string().regex(/^\d+$/).nullable(),
  readAt: IsoDate,
  /** Since when at least this much has been staked without interruption; a level counts after a day. */
  levels: z.array(z.object({ amount: TokenAmount, since: IsoDate })),
})

/** A tier that is reached once the stake is a day old. */
export const ComingTier = z.object({
  name: z.enum(tierNames),
  dailyCredits: z.int(),
  countsAt: IsoDate,
})
export type ComingTier = z.infer<typeof ComingTier>

export const Staking = z.object({
  /** Null where no contract is configured. */
  place: StakingDeployment.nullable(),
  tiers: z.array(StakeTier),
  mine: z.object({
    /** As last read from the chain; null until it was read for the first time. */
    stake: TokenAmount.nullable(),
    readAt: IsoDate.nullable(),
    /** Given by the lowest stake of the last 24 hours. */
    tier: z.enum(tierNames).nullable(),
    dailyCredits: z.int(),
    /** Higher tiers, and when they count if nothing is withdrawn until then. Smallest first. */
    comingTiers: z.array(ComingTier),
    /** Whether today's allowance has been given; days are UTC. */
    isGivenToday: z.boolean(),
    nextDayAt: IsoDate,
  }),
  /** Whether the chain responded recently. While it doesn't, known values stay, and no allowance is given. */
  isChainReachable: z.boolean(),
})
export type Staking = z.infer<typeof Staking>

export const getStaking = endpoint({
  method: 'GET',
  path: '/staking',
  summary: 'Where one stakes, the tiers, and my own tier and daily allowance, as last read from the chain.',
  caller: 'account',
  response: Staking,
  refusals: [],
})

const RpcRequest = z.record(z.string(), z.unknown())

/** The development chain only listens on its own machine, so browsers and wallets reach it through this. */
export const askDevnet = endpoint({
  method: 'POST',
  path: '/rpc',
  summary: 'JSON-RPC of the development chain, where there is one: a request, or a list of them.',
  caller: 'anyone',
  body: z.union([RpcRequest, z.array(RpcRequest).min(1).max(100)]),
  // What wallets send: signed transactions, the largest of which deploys a contract, and lists of calls.
  bodyBytesMax: 64 * 1024,
  bodyValuesMax: 4_000,
  response: z.unknown(),
  limit: { count: 1_200, seconds: 60 },
  refusals: [],
})
