import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { QueryClient } from '@tanstack/react-query'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeEventTopics,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { type HistoryLine, historyQuery, historyRows } from './history.ts'

const me = '0x00000000000000000000000000000000000000a1'
const contract = '0x00000000000000000000000000000000000000c0'
const deployment = { chainId: 1, token: contract, contract, faucet: false } as const
const HEAD = 25_000

afterEach(() => void vi.restoreAllMocks())

const log = (
  eventName: 'Staked' | 'Withdrawn' | 'Claimed' | 'Funded',
  tokens: string,
  block: number,
  index = 0,
) => ({
  ...{ address: contract, blockNumber: numberToHex(block), logIndex: numberToHex(index), removed: false },
  ...{ transactionHash: `0x${block.toString(16).padStart(64, '0')}`, blockHash: `0x${'0'.repeat(64)}` },
  transactionIndex: '0x0',
  topics: encodeEventTopics({
    abi: infraStakingAbi,
    eventName,
    args: eventName === 'Funded' ? { funder: me } : { account: me },
  }),
  data:
    eventName === 'Funded'
      ? encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }], [1n, 1n, 1n])
      : encodeAbiParameters([{ type: 'uint256' }], [parseEther(tokens)]),
})

/** A node that returns the logs of at most this many blocks at once, with a second between blocks. */
function simulateChain(blocksMax: number, alter: <T>(logs: T[]) => T[] = (logs) => logs) {
  const all = [log('Staked', '100', 3), log('Withdrawn', '40', 24_990), log('Claimed', '1.5', 24_990, 1)]
  all.push(log('Funded', '1', 24_995))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    const answer = (part: object) => Response.json({ jsonrpc: '2.0', id, ...part })
    if (method === 'eth_blockNumber') return answer({ result: numberToHex(HEAD) })
    if (method === 'eth_getBlockByNumber')
      return answer({ result: { number: params[0], timestamp: params[0], transactions: [] } })
    const { fromBlock, toBlock } = params[0]
    if (Number(toBlock) - Number(fromBlock) >= blocksMax)
      return answer({ error: { code: -32_602, message: 'block range is too wide' } })
    const isIn = ({ blockNumber }: { blockNumber: string }) =>
      Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock)
    return answer({ result: alter(all.filter(isIn)) })
  })
  const client = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
  return historyQuery({ client, deployment, address: me })
}

const kindsOf = (lines: readonly HistoryLine[]) =>
  lines.map(({ kind, amount }) => `${kind} ${amount / 10n ** 16n}`)

test('[K38] the history has the account’s own events, newest first', async () => {
  const { pages } = await new QueryClient().fetchInfiniteQuery(simulateChain(1_000_000))
  expect(pages).toHaveLength(1)
  expect(kindsOf(pages[0]!.lines)).toEqual(['Claimed 150', 'Withdrawn 4000', 'Staked 10000'])
  expect(pages[0]!.lines[2]!.at).toEqual(new Date(3_000))
  expect(pages[0]!.before).toBeUndefined()
})

test('a node that limits the range of blocks is read piece by piece', async () => {
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...simulateChain(10_000), pages: 3 })
  expect(pages.map(({ lines, before }) => [kindsOf(lines), before])).toEqual([
    [['Claimed 150', 'Withdrawn 4000'], 15_000n],
    [[], 5_000n],
    [['Staked 10000'], undefined],
  ])
})

test('the exported table has every digit of an amount', () => {
  const line: HistoryLine = {
    ...{ kind: 'Staked', amount: 1n, at: new Date('2026-03-01T12:00:00Z'), block: 7n, index: 0 },
    hash: `0x${'ab'.repeat(32)}`,
  }
  expect(historyRows([line])[1]).toEqual([
    ...['2026-03-01T12:00:00.000Z', 'Staked', '0.000000000000000001', 7],
    `0x${'ab'.repeat(32)}`,
  ])
})

test('[finding X14] duplicate logs in reverse order change nothing: each event once, newest first', async () => {
  const read = async (alter?: <T>(logs: T[]) => T[]) => {
    const { pages } = await new QueryClient().fetchInfiniteQuery(simulateChain(1_000_000, alter))
    vi.restoreAllMocks()
    return pages.flatMap(({ lines }) => lines)
  }
  const once = await read()
  expect(once.map(({ kind, block }) => `${kind} ${block}`)).toEqual([
    'Claimed 24990',
    'Withdrawn 24990',
    'Staked 3',
  ])
  expect(await read((logs) => [...logs.toReversed(), ...logs])).toEqual(once)
})
