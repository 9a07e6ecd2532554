import { type Address, createPublicClient, custom, type Hash, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { lookAt } from './follow-transaction.ts'

const me: Address = '0x00000000000000000000000000000000000000a1'
const contract: Address = '0x00000000000000000000000000000000000000c0'
const hash: Hash = `0x${'ab'.repeat(32)}`
const otherHash: Hash = `0x${'cd'.repeat(32)}`
const sent = { hash, to: contract, data: '0x1234' as Hex, sentAfterBlock: '100' }

interface Scene {
  head: number
  /** The account's next number. */
  used: number
  /** What waits to be mined. */
  pending?: { nonce: number }
  mined?: { hash: Hash; block: number; nonce: number; input: Hex }
}

/** A node that knows this much. */
function nodeWith({ head, used, pending, mined }: Scene) {
  const asked: string[] = []
  const transaction = (of: { hash: Hash; nonce: number; input: Hex; block: number | null }) => ({
    ...{ hash: of.hash, from: me, to: contract, input: of.input, nonce: numberToHex(of.nonce), type: '0x2' },
    blockNumber: of.block === null ? null : numberToHex(of.block),
  })
  const answers: Record<string, (params: string[]) => unknown> = {
    eth_blockNumber: () => numberToHex(head),
    eth_getTransactionCount: () => numberToHex(used),
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

const look = (scene: Scene, nonce?: number) => lookAt(nodeWith(scene).client, me, { ...sent, nonce })

test('one that the node has not heard of is waited for', async () => {
  expect(await look({ head: 100, used: 7 })).toEqual({ state: 'waiting', isKnown: false })
})

test('[K44] from one that waits, the number is learnt', async () => {
  expect(await look({ head: 100, used: 7, pending: { nonce: 7 } })).toEqual({
    ...{ state: 'waiting', isKnown: true, nonce: 7 },
  })
})

test('a node that forgot it is not the end of it while its number is free', async () => {
  expect(await look({ head: 100, used: 7 }, 7)).toEqual({ state: 'waiting', isKnown: false, nonce: 7 })
})

test.each([
  [101, 1],
  [102, 2],
  [110, 10],
  // A node that is behind the one that said so.
  [99, 1],
])('[R-WAL-13] mined in block 101, at block %i it has %i confirmations', async (head, confirmations) => {
  const mined = { hash, block: 101, nonce: 7, input: sent.data }
  expect(await look({ head, used: 8, mined }, 7)).toMatchObject({ state: 'mined', confirmations, hash })
})

test('[K44] the same at another price counts, under its new hash', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: sent.data }
  expect(await look({ head: 105, used: 8, mined }, 7)).toMatchObject({
    ...{ state: 'mined', hash: otherHash, confirmations: 3 },
  })
})

test('[K44] something else with its number took its place', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: '0x' as Hex }
  expect(await look({ head: 105, used: 8, mined }, 7)).toEqual({ state: 'replaced', by: otherHash })
})

test('[K44] its place was taken long ago: not every block is looked through', async () => {
  const mined = { hash: otherHash, block: 103, nonce: 7, input: '0x' as Hex }
  const { client, asked } = nodeWith({ head: 5_000, used: 9, mined })
  expect(await lookAt(client, me, { ...sent, nonce: 7 })).toEqual({ state: 'replaced' })
  expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(51)
})

test('[K41] what a reorganisation took back is waited for again', async () => {
  expect(await look({ head: 102, used: 7, pending: { nonce: 7 } }, 7)).toMatchObject({ state: 'waiting' })
})

test('a chain that does not answer is no verdict', async () => {
  const client = createPublicClient({
    transport: custom({ request: () => Promise.reject(new Error('away')) }, { retryCount: 0 }),
  })
  await expect(lookAt(client, me, sent)).rejects.toThrow('away')
})
