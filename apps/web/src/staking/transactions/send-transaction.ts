import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { type Abi, type Address, encodeFunctionData } from 'viem'
import { queryClient } from '../../query-client.ts'
import type { Wallet } from '../../wallet/create-wallet.ts'
import { checkQuery, type Spot } from '../staking-queries.ts'
import { NOT_ENOUGH_ETHER, StakingError } from './failure-message.ts'
import { changeOperation, type Operation } from './operations.ts'
import { type KeptTransaction, keepTransaction } from './stored-transactions.ts'

/** One call of one of the two contracts. */
export interface ContractCall {
  abi: Abi
  address: Address
  functionName: string
  args: readonly unknown[]
}

export const stakingCall = (
  { place }: Spot,
  functionName: 'stake' | 'stakeWithPermit' | 'withdraw' | 'claim' | 'exit' | 'emergencyWithdraw',
  args: readonly unknown[] = [],
): ContractCall => ({ abi: infraStakingAbi, address: place.contract, functionName, args })

export const approveCall = ({ place }: Spot, amount: bigint): ContractCall => ({
  abi: infraTokenAbi,
  address: place.token,
  functionName: 'approve',
  args: [place.contract, amount],
})

/** Before anything is signed: what stands at both addresses is what this page was built with. */
export async function assertGenuine(spot: Spot): Promise<void> {
  const { problem } = await queryClient.ensureQueryData(checkQuery(spot))
  if (problem) throw new StakingError(`${problem} Nothing can be signed here.`)
}

/** Tries it without sending, has it signed, and keeps its hash before anything else can go wrong. */
export async function sendTransaction(
  wallet: Wallet,
  spot: Spot,
  operation: Pick<Operation, 'id' | 'action' | 'amount'>,
  call: ContractCall,
): Promise<KeptTransaction> {
  const { client, place, address } = spot
  await assertGenuine(spot)
  await assertAffordable(spot, call)
  const [block, expectedNonce] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  changeOperation(operation.id, { stage: { name: 'sign', what: 'transaction' } })
  const { hash } = await wallet.writeContract({ ...call, chainId: place.chainId } as never)
  const sent: KeptTransaction = {
    hash,
    action: operation.action,
    amount: operation.amount?.toString(),
    to: call.address,
    data: encodeFunctionData(call),
    expectedNonce,
    sentAfterBlock: String(block),
  }
  keepTransaction(place.chainId, address, sent)
  return sent
}

/** A call that would be refused is refused here, in the contract's words, before the wallet is asked. */
async function assertAffordable({ client, address }: Spot, call: ContractCall): Promise<void> {
  const [gas, { maxFeePerGas }, ether] = await Promise.all([
    client.estimateContractGas({ ...call, account: address } as never),
    client.estimateFeesPerGas(),
    client.getBalance({ address }),
  ])
  if (ether < gas * maxFeePerGas) throw new StakingError(NOT_ENOUGH_ETHER)
}
