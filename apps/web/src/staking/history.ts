import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Hash, numberToHex, pad, parseEventLogs, RpcRequestError } from 'viem'
import type { StakingContext } from './staking-queries.ts'
import { exactTokens, TOKEN_SYMBOL } from './token-amount.ts'

const kinds = ['Staked', 'Withdrawn', 'Claimed', 'EmergencyWithdrawn'] as const
export type Kind = (typeof kinds)[number]

export interface HistoryLine {
  kind: Kind
  amount: bigint
  at: Date
  block: bigint
  hash: Hash
  /** Within its transaction: `exit` emits two events. */
  index: number
}

interface HistoryPage {
  lines: HistoryLine[]
  /** The last block of the next page; undefined once the chain's first block has been read. */
  before?: bigint
}

export const kindLabels: Record<Kind, string> = {
  Staked: 'Staked',
  Withdrawn: 'Withdrawn',
  Claimed: 'Rewards claimed',
  EmergencyWithdrawn: 'Emergency withdrawal',
}

/** The block range that many nodes allow per query if they limit it. */
const BLOCKS_A_PAGE = 10_000n

/** From the contract's events, newest first. */
export const historyQuery = (context: StakingContext) =>
  infiniteQueryOptions({
    queryKey: ['staking', context.deployment.chainId, context.address, 'history'],
    queryFn: ({ pageParam }) => readHistory(context, pageParam),
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: ({ before }) => before,
    retry: false,
    staleTime: 10_000,
  })

async function readHistory(context: StakingContext, upTo: bigint | undefined): Promise<HistoryPage> {
  const last = upTo ?? (await context.client.getBlockNumber({ cacheTime: 0 }))
  try {
    return { lines: await readLines(context, 0n, last) }
  } catch (error) {
    // The node answered with an error: the block range is too wide for it.
    if (!(error instanceof Error && isRefusedByNode(error))) throw error
    const first = last > BLOCKS_A_PAGE ? last - BLOCKS_A_PAGE + 1n : 0n
    return { lines: await readLines(context, first, last), before: first > 0n ? first - 1n : undefined }
  }
}

function isRefusedByNode(error: Error): boolean {
  return error instanceof RpcRequestError || (error.cause instanceof Error && isRefusedByNode(error.cause))
}

async function readLines(
  { client, deployment, address }: StakingContext,
  first: bigint,
  last: bigint,
): Promise<HistoryLine[]> {
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        address: deployment.contract,
        // In every event about an account, the account is the second topic.
        topics: [null, pad(address)],
        fromBlock: numberToHex(first),
        toBlock: numberToHex(last),
      },
    ],
  })
  const parsed = parseEventLogs({ abi: infraStakingAbi, logs: logs as never, eventName: [...kinds] })
  // Some nodes return a log twice. Transaction and log index identify it.
  const events = [
    ...new Map(parsed.map((event) => [`${event.transactionHash}:${Number(event.logIndex)}`, event])).values(),
  ]
  const blocks = [...new Set(events.map(({ blockNumber }) => BigInt(blockNumber)))]
  const times = new Map(
    await Promise.all(
      blocks.map(
        async (blockNumber) => [blockNumber, (await client.getBlock({ blockNumber })).timestamp] as const,
      ),
    ),
  )
  return events
    .map(({ eventName, args, blockNumber, transactionHash, logIndex }) => ({
      kind: eventName,
      amount: args.amount,
      at: new Date(Number(times.get(BigInt(blockNumber))) * 1000),
      block: BigInt(blockNumber),
      hash: transactionHash,
      index: Number(logIndex),
    }))
    .sort((one, other) => Number(other.block - one.block) || other.index - one.index)
}

export function historyRows(lines: readonly HistoryLine[]): (string | number)[][] {
  return [
    ['time (UTC)', 'what', `amount (${TOKEN_SYMBOL})`, 'block', 'transaction'],
    ...lines.map(({ at, kind, amount, block, hash }) => [
      at.toISOString(),
      kindLabels[kind],
      exactTokens(amount),
      Number(block),
      hash,
    ]),
  ]
}
