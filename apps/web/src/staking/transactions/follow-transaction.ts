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
import type { KeptTransaction } from './stored-transactions.ts'

/** What can be seen of a transaction at a moment. */
export type Sight =
  /** `isKnown`: whether the chain has heard of it. */
  | { state: 'waiting'; isKnown: boolean; nonce?: number }
  | { state: 'mined'; confirmations: number; receipt: TransactionReceipt; hash: Hash }
  /** The account's nonce of it was used by something else; `unknown` where the chain does not tell by what. */
  | { state: 'replaced'; how: 'replaced' | 'cancelled' | 'unknown'; by?: Hash }

type Sent = Pick<KeptTransaction, 'hash' | 'nonce' | 'expectedNonce' | 'to' | 'data' | 'sentAfterBlock'>

/** Where the nonce was never told by the chain: so many of the account's later transactions may be ours as well. */
const LATER_TRANSACTIONS_MAX = 5

/** Looks once. By the hash; and by the account's nonce where the hash is not to be found. */
export async function lookAt(client: PublicClient, from: Address, sent: Sent): Promise<Sight> {
  const receipt = await receiptOf(client, sent.hash)
  if (receipt) return minedSight(client, receipt)
  const transaction = await found(client.getTransaction({ hash: sent.hash }))
  const nonce = sent.nonce ?? transaction?.nonce
  const waiting: Sight = { state: 'waiting', isKnown: transaction !== undefined, nonce }
  const first = nonce ?? sent.expectedNonce
  if (first === undefined) return waiting
  const used = await client.getTransactionCount({ address: from })
  if (first >= used) return waiting
  // It may have been mined between the two questions.
  const late = await receiptOf(client, sent.hash)
  if (late) return minedSight(client, late)
  const candidates = nonce === undefined ? Math.min(used - first, LATER_TRANSACTIONS_MAX) : 1
  const others = await listMined(client, from, { ...sent, first, candidates })
  return (await sightOfSame(client, sent, others)) ?? sightOfOther(from, others[0])
}

/** The same call at another price is still the same transaction for the person. */
async function sightOfSame(
  client: PublicClient,
  sent: Sent,
  others: (Transaction | undefined)[],
): Promise<Sight | undefined> {
  const same = others.find((one) => one?.to && isAddressEqual(one.to, sent.to) && one.input === sent.data)
  if (!same) return undefined
  const receipt = await receiptOf(client, same.hash)
  return receipt ? minedSight(client, receipt) : { state: 'waiting', isKnown: true, nonce: same.nonce }
}

/** Wallets cancel a transaction by sending nothing to the account itself. */
function sightOfOther(from: Address, other: Transaction | undefined): Sight {
  if (!other) return { state: 'replaced', how: 'unknown' }
  const isCancellation = other.to && isAddressEqual(other.to, from) && other.value === 0n
  return { state: 'replaced', how: isCancellation ? 'cancelled' : 'replaced', by: other.hash }
}

/** The account's mined transactions by their nonces; undefined where the chain does not tell. */
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
      // Not every node remembers how many transactions an account had sent long ago.
      listed.push(undefined)
    }
  }
  return listed
}

/** The first block after which the account had used the nonce, found by halving: days of blocks take some fifteen questions. */
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
