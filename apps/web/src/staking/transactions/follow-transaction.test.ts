import {
  type Address,
  createPublicClient,
  custom,
  type Hash,
  type Hex,
  numberToHex,
  RpcRequestError,
} from 'viem'
import { expect, test } from 'vitest'
import { readTransactionStatus } from './follow-transaction.ts'

const me: Address = '0x00000000000000000000000000000000000000a1'
const contract: Address = '0x00000000000000000000000000000000000000c0'
const hash: Hash = `0x${'ab'.repeat(32)}`
const otherHash: Hash = `0x${'cd'.repeat(32)}`
const sent = { hash, to: contract, data: '0x1234' as Hex, sentAfterBlock: '100' }

interface Scene {
  head: number
  /** The account's next nonce. */
  used: number
  /** The transactions that wait to be mined. */
  pending?: { nonce: number }
  mined?: { hash: Hash; block: number; nonce: number; input: Hex; to?: Address }
  /** The first block for which it still knows accounts' nonces. */
  prunedBefore?: number
}

/** A node of the chain that knows this. */
function nodeWith({ head, used, pending, mined, prunedBefore = 0 }: Scene) {
  const asked: string[] = []
  const transaction = (of: {
    hash: Hash
    nonce: number
    input: Hex
    to?: Address
    block: number | null
  }) => ({
    ...{ hash: of.hash, from: me, to: of.to ?? contract, input: of.input, value: '0x0', type: '0x2' },
    nonce: numberToHex(of.nonce),
    blockNumber: of.block === null ? null : numberToHex(of.block),
  })
  const answers: Record<string, (params: string[]) => unknown> = {
    eth_blockNumber: () => numberToHex(head),
    eth_getTransactionCount: ([, at]) => {
      if (!at?.startsWith('0x')) return numberToHex(used)
      if (Number(at) < prunedBefore) throw new RpcRequestError(pruned)
      return numberToHex(mined && Number(at) < mined.block ? mined.nonce : used)
    },
    eth_getTransactionByHash: ([of]) =>
      pending && of === hash ? transaction({ hash, input: sent.data, block: null, ...pending }) : null,
    eth_getTransactionReceipt: ([of]) =>
      mined && of === mined.hash
        ? { transactionHash: of, blockNumber: numberToHex(mined.block), status: '0x1', logs: [], type: '0x2' }
        : null,
    eth_getBlockByNumber: ([number]) => ({
      number,
      transactions: mined && Number(number) === mined.block ? [transaction(mined)] : [],
    }),
  }
  const client = createPublicClient({
    transport: custom(
      {
        request: async ({ method, params }: { method: string; params: string[] }) => {
          asked.push(method)
          return answers[method]?.(params)
        },
      },
      { retryCount: 0 },
    ),
  })
  return { client, asked }
}

const pruned = { body: {}, error: { code: -32_000, message: 'missing trie node' }, url: 'node' }

const check = (scene: Scene, nonce?: number) =>
  readTransactionStatus(nodeWith(scene).client, me, { ...sent, nonce })

test('a transaction that the node doesn’t know is waited for', async () => {
  expect(await check({ head: 100, used: 7 })).toEqual({ state: 'waiting', isKnown: false })
})

test('[K44] the nonce of a pending transaction is read', async () => {
  expect(await check({ head: 100, used: 7, pending: { nonce: 7 } })).toEqual({
    ...{ state: 'waiting', isKnown: true, nonce: 7 },
  })
})

test('a transaction that the node has pruned is waited for while its nonce is unused', async () => {
  expect(await check({ head: 100, used: 7 }, 7)).toEqual({ state: 'waiting', isKnown: false, nonce: 7 })
})

test.each([
  [101, 1],
  [102, 2],
  [110, 10],
  // A node that is behind the one that reported it.
  [99, 1],
])(
  '[R-WAL-13] a transaction mined in block 101: at block %i it has %i confirmations',
  async (head, confirmations) => {
    const mined = { hash, block: 101, nonce: 7, input: sent.data }
    expect(await check({ head, used: 8, mined }, 7)).toMatchObject({ state: 'mined', confirmations, hash })
  },
)

test('[K44] the same transaction at another price counts, under its new hash', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: sent.data }
  expect(await check({ head: 105, used: 8, mined }, 7)).toMatchObject({
    ...{ state: 'mined', hash: otherHash, confirmations: 3 },
  })
})

test('[K44] another transaction with the same nonce is reported as its replacement', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: '0x' as Hex }
  expect(await check({ head: 105, used: 8, mined }, 7)).toEqual({
    ...{ state: 'replaced', how: 'replaced', by: otherHash },
  })
})

test('[K44] a replacement from long ago is found too, without reading every block', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: '0x' as Hex }
  const { client, asked } = nodeWith({ head: 50_000, used: 9, mined })
  expect(await readTransactionStatus(client, me, { ...sent, nonce: 7 })).toMatchObject({
    how: 'replaced',
    by: otherHash,
  })
  expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  expect(asked.length).toBeLessThan(30)
})

test('without the account’s history at that time, it is unknown what became of the transaction', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: sent.data }
  expect(await check({ head: 50_000, used: 9, mined, prunedBefore: 49_000 }, 7)).toEqual({
    ...{ state: 'replaced', how: 'unknown' },
  })
})

const unseen = { ...sent, expectedNonce: 7 }

test.each([
  ['sped up', { input: sent.data }, { state: 'mined', hash: otherHash }],
  ['cancelled', { input: '0x', to: me }, { state: 'replaced', how: 'cancelled', by: otherHash }],
  ['replaced', { input: '0x99' }, { state: 'replaced', how: 'replaced', by: otherHash }],
] as const)(
  '[finding X15] a transaction that the chain never saw and that was %s in the wallet is found by its nonce',
  async (_, change, expected) => {
    const mined = { hash: otherHash, block: 103, nonce: 7, ...change }
    const { client } = nodeWith({ head: 105, used: 8, mined })
    expect(await readTransactionStatus(client, me, unseen)).toMatchObject(expected)
  },
)

test('[finding X15] the same call is found under a later nonce that the wallet gave it', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 8, input: sent.data }
  const { client } = nodeWith({ head: 105, used: 9, mined })
  expect(await readTransactionStatus(client, me, unseen)).toMatchObject({
    state: 'mined',
    hash: otherHash,
  })
})

test('a transaction that the chain never saw is waited for while its expected nonce is unused', async () => {
  const { client } = nodeWith({ head: 105, used: 7 })
  expect(await readTransactionStatus(client, me, unseen)).toEqual({ state: 'waiting', isKnown: false })
})

test('[K41] a transaction that a reorganisation took back is waited for again', async () => {
  expect(await check({ head: 102, used: 7, pending: { nonce: 7 } }, 7)).toMatchObject({ state: 'waiting' })
})

test('a chain that isn’t responding throws instead of giving a status', async () => {
  const client = createPublicClient({
    transport: custom({ request: () => Promise.reject(new Error('away')) }, { retryCount: 0 }),
  })
  await expect(readTransactionStatus(client, me, sent)).rejects.toThrow('away')
})
