import type { TransactionReceipt } from 'viem'
import type { StakingContext } from '../staking-queries.ts'
import { contractRefusal, failureMessage } from './failure-message.ts'
import type { StoredTransaction } from './stored-transactions.ts'

/** A receipt says that it failed, not why: the same call once more, where it was mined, does. */
export async function revertReason(
  { client, address }: StakingContext,
  { blockNumber }: TransactionReceipt,
  { to, data }: StoredTransaction,
): Promise<string> {
  try {
    await client.call({ account: address, to, data, blockNumber })
  } catch (error) {
    if (contractRefusal(error)) return failureMessage(error)
  }
  return 'The fee was spent; nothing else was moved.'
}
