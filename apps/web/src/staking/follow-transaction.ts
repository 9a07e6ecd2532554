import {
  type Address,
  type Hash,
  isAddressEqual,
  type PublicClient,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { KeptTransaction } from './kept-transactions.ts'

/** What can be seen of a transaction at a moment. */
export type Sight =
  /** `isKnown`: whether the chain has heard of it. */
  | { state: 'waiting'; isKnown: boolean; nonce?: number }
  | { state: 'mined'; confirmations: number; receipt: TransactionReceipt; hash: Hash }
  /** The account's number of it was used by something else. */
  | { state: 'replaced'; by?: Hash }

type Sent = Pick<KeptTransaction, 'hash' | 'nonce' | 'to' | 'data' | 'sentAfterBlock'>

/** No wallet's replacement is looked for further back than this. */
const BLOCKS_LOOKED_THROUGH_MAX = 50n

/** Looks once. By the hash; and by the account's number where the hash is not to be found. */
export async function lookAt(client: PublicClient, from: Address, sent: Sent): Promise<Sight> {
  const receipt = await receiptOf(client, sent.hash)
  if (receipt) return minedSight(client, receipt)
  const transaction = await found(client.getTransaction({ hash: sent.hash }))
  const nonce = sent.nonce ?? transaction?.nonce
  if (nonce === undefined) return { state: 'waiting', isKnown: false }
  const used = await client.getTransactionCount({ address: from })
  if (nonce >= used) return { state: 'waiting', isKnown: transaction !== undefined, nonce }
  // It may have been mined between the two questions.
  const late = await receiptOf(client, sent.hash)
  if (late) return minedSight(client, late)
  return lookForReplacement(client, { ...sent, from, nonce })
}

/** The same at another price is still the same; anything else means that ours will never be. */
async function lookForReplacement(
  client: PublicClient,
  asked: Sent & { from: Address; nonce: number },
): Promise<Sight> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const sentAfter = BigInt(asked.sentAfterBlock)
  const first = head - sentAfter > BLOCKS_LOOKED_THROUGH_MAX ? head - BLOCKS_LOOKED_THROUGH_MAX : sentAfter
  for (let blockNumber = head; blockNumber >= first && blockNumber >= 0n; blockNumber--) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    const other = transactions.find(
      ({ from, nonce }) => nonce === asked.nonce && isAddressEqual(from, asked.from),
    )
    if (!other) continue
    const isSame = other.to && isAddressEqual(other.to, asked.to) && other.input === asked.data
    const receipt = isSame ? await receiptOf(client, other.hash) : undefined
    return receipt ? minedSight(client, receipt) : { state: 'replaced', by: other.hash }
  }
  return { state: 'replaced' }
}

async function minedSight(client: PublicClient, receipt: TransactionReceipt): Promise<Sight> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const confirmations = Math.max(1, Number(head - receipt.blockNumber) + 1)
  return { state: 'mined', confirmations, receipt, hash: receipt.transactionHash }
}

function receiptOf(client: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  return found(client.getTransactionReceipt({ hash }))
}

/** Undefined where there is none; a chain that does not answer is another matter. */
async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    const isNone =
      error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError
    if (isNone) return undefined
    throw error
  }
}
