import {
  type Address,
  type Hash,
  isAddressEqual,
  type PublicClient,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { isChainAway } from './failure-message.ts'
import type { StoredTransaction } from './stored-transactions.ts'

/** What the chain says about a transaction at one moment. */
export type TransactionStatus =
  /** `isKnown`: whether the node has the transaction in its pool. */
  | { state: 'waiting'; isKnown: boolean; nonce?: number }
  | { state: 'mined'; confirmations: number; receipt: TransactionReceipt; hash: Hash }
  /** Another transaction used its nonce; `unknown` if the node can't say which. */
  | { state: 'replaced'; how: 'replaced' | 'cancelled' | 'unknown'; by?: Hash }

type Sent = Pick<StoredTransaction, 'hash' | 'nonce' | 'expectedNonce' | 'to' | 'data' | 'sentAfterBlock'>

/** If its nonce is unknown: how many of the account's next transactions may be ours. */
const LATER_TRANSACTIONS_MAX = 5

/** Reads it once, by the hash; if the node doesn't know the hash, by the account's nonce. */
export async function readTransactionStatus(
  client: PublicClient,
  from: Address,
  sent: Sent,
): Promise<TransactionStatus> {
  const receipt = await receiptOf(client, sent.hash)
  if (receipt) return minedStatus(client, receipt)
  const transaction = await found(client.getTransaction({ hash: sent.hash }))
  const nonce = sent.nonce ?? transaction?.nonce
  const waiting: TransactionStatus = { state: 'waiting', isKnown: transaction !== undefined, nonce }
  const first = nonce ?? sent.expectedNonce
  if (first === undefined) return waiting
  const used = await client.getTransactionCount({ address: from })
  if (first >= used) return waiting
  // It may have been mined between the two calls.
  const late = await receiptOf(client, sent.hash)
  if (late) return minedStatus(client, late)
  const candidates = nonce === undefined ? Math.min(used - first, LATER_TRANSACTIONS_MAX) : 1
  const others = await listMined(client, from, { ...sent, first, candidates })
  return (await repricedStatus(client, sent, others)) ?? replacementStatus(from, others[0])
}

/** For the user, the same call at another gas price is still the same transaction. */
async function repricedStatus(
  client: PublicClient,
  sent: Sent,
  others: (Transaction | undefined)[],
): Promise<TransactionStatus | undefined> {
  const same = others.find((one) => one?.to && isAddressEqual(one.to, sent.to) && one.input === sent.data)
  if (!same) return undefined
  const receipt = await receiptOf(client, same.hash)
  return receipt ? minedStatus(client, receipt) : { state: 'waiting', isKnown: true, nonce: same.nonce }
}

/** Wallets cancel a transaction by sending 0 ether to the account itself with the same nonce. */
function replacementStatus(from: Address, other: Transaction | undefined): TransactionStatus {
  if (!other) return { state: 'replaced', how: 'unknown' }
  const isCancellation = other.to && isAddressEqual(other.to, from) && other.value === 0n
  return { state: 'replaced', how: isCancellation ? 'cancelled' : 'replaced', by: other.hash }
}

/** Finds the account's mined transactions by their nonces; undefined if the node can't say. */
async function listMined(
  client: PublicClient,
  from: Address,
  { first, candidates, sentAfterBlock }: Sent & { first: number; candidates: number },
): Promise<(Transaction | undefined)[]> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const listed: (Transaction | undefined)[] = []
  for (let nonce = first; nonce < first + candidates; nonce++) {
    try {
      const blockNumber = await blockOf(client, { from, nonce, low: BigInt(sentAfterBlock), high: head })
      const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
      listed.push(transactions.find((one) => one.nonce === nonce && isAddressEqual(one.from, from)))
    } catch (error) {
      if (isChainAway(error)) throw error
      // Not every node keeps the state of old blocks.
      listed.push(undefined)
    }
  }
  return listed
}

/** The block in which the account used the nonce, by binary search: days of blocks take some fifteen calls. */
async function blockOf(
  client: PublicClient,
  { from, nonce, low, high }: { from: Address; nonce: number; low: bigint; high: bigint },
): Promise<bigint> {
  if (low >= high) return high
  const middle = (low + high) / 2n
  const used = await client.getTransactionCount({ address: from, blockNumber: middle })
  return used > nonce
    ? blockOf(client, { from, nonce, low, high: middle })
    : blockOf(client, { from, nonce, low: middle + 1n, high })
}

async function minedStatus(client: PublicClient, receipt: TransactionReceipt): Promise<TransactionStatus> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const confirmations = Math.max(1, Number(head - receipt.blockNumber) + 1)
  return { state: 'mined', confirmations, receipt, hash: receipt.transactionHash }
}

function receiptOf(client: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  return found(client.getTransactionReceipt({ hash }))
}

/** Undefined if there's none. Still throws if the chain doesn't respond. */
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
