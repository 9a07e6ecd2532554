import type { TransactionReceipt } from 'viem'
import type { Spot } from '../staking-queries.ts'
import { contractRefusal, failureWords } from './failure-message.ts'
import type { KeptTransaction } from './stored-transactions.ts'

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
