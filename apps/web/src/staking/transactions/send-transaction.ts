import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { type Abi, type Address, encodeFunctionData } from 'viem'
import { queryClient } from '../../query-client.ts'
import type { Wallet } from '../../wallet/create-wallet.ts'
import { checkQuery, type StakingContext } from '../staking-queries.ts'
import { NOT_ENOUGH_ETHER, StakingError } from './failure-message.ts'
import { changeOperation, type Operation } from './operations.ts'
import { type StoredTransaction, storeTransaction } from './stored-transactions.ts'

/** A call of the staking contract or the token. */
export interface ContractCall {
  abi: Abi
  address: Address
  functionName: string
  args: readonly unknown[]
}

export const stakingCall = (
  { deployment }: StakingContext,
  functionName: 'stake' | 'stakeWithPermit' | 'withdraw' | 'claim' | 'exit' | 'emergencyWithdraw',
  args: readonly unknown[] = [],
): ContractCall => ({ abi: infraStakingAbi, address: deployment.contract, functionName, args })

export const approveCall = ({ deployment }: StakingContext, amount: bigint): ContractCall => ({
  abi: infraTokenAbi,
  address: deployment.token,
  functionName: 'approve',
  args: [deployment.contract, amount],
})

/** Before anything is signed: checks that the code at both addresses is the code that this page was built with. */
export async function assertGenuine(context: StakingContext): Promise<void> {
  const { problem } = await queryClient.ensureQueryData(checkQuery(context))
  if (problem) throw new StakingError(`${problem} Nothing can be signed here.`)
}

/** Simulates the call, has it signed, and stores its hash before anything else can go wrong. */
export async function sendTransaction(
  wallet: Wallet,
  context: StakingContext,
  operation: Pick<Operation, 'id' | 'action' | 'amount'>,
  call: ContractCall,
): Promise<StoredTransaction> {
  const { client, deployment, address } = context
  await assertGenuine(context)
  await assertAffordable(context, call)
  const [block, expectedNonce] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  changeOperation(operation.id, { stage: { name: 'sign', what: 'transaction' } })
  const { hash } = await wallet.writeContract({ ...call, chainId: deployment.chainId } as never)
  const sent: StoredTransaction = {
    hash,
    action: operation.action,
    amount: operation.amount?.toString(),
    to: call.address,
    data: encodeFunctionData(call),
    expectedNonce,
    sentAfterBlock: String(block),
  }
  storeTransaction(deployment.chainId, address, sent)
  return sent
}

/** Simulates a call. One that would revert fails here with the contract's error, before the wallet is asked. */
async function assertAffordable({ client, address }: StakingContext, call: ContractCall): Promise<void> {
  const [gas, { maxFeePerGas }, ether] = await Promise.all([
    client.estimateContractGas({ ...call, account: address } as never),
    client.estimateFeesPerGas(),
    client.getBalance({ address }),
  ])
  if (ether < gas * maxFeePerGas) throw new StakingError(NOT_ENOUGH_ETHER)
}
