import type { TransactionReceipt } from 'viem'
import { contractRefusal, failureWords } from './failure-words.ts'
import type { KeptTransaction } from './kept-transactions.ts'
import type { Spot } from './staking-queries.ts'

/** A receipt says that it failed, not why: the same call once more, where it was mined, does. */
export async function revertReason(
  { client, address }: Spot,
  { blockNumber }: TransactionReceipt,
  { to, data }: KeptTransaction,
): Promise<string> {
  try {
    await client.call({ account: address, to, data, blockNumber })
  } catch (error) {
    if (contractRefusal(error)) return failureWords(error)
  }
  return 'The fee was spent; nothing else was moved.'
}
