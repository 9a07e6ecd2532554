import type { TransactionReceipt } from 'viem'
import type { StakingContext } from '../staking-queries.ts'
import { contractRefusal, failureMessage } from './failure-message.ts'
import type { StoredTransaction } from './stored-transactions.ts'

/** A receipt says that a transaction failed, not why. Repeating the call at the same block gives the reason. */
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
