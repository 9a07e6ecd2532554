import type { Hash } from 'viem'
import { queryClient } from '../../api/query-client.ts'
import { logError } from '../../diagnostics/log-error.ts'
import type { Wallet } from '../../wallet/create-wallet.ts'
import { readingQuery, type StakingContext } from '../staking-queries.ts'
import { failureMessage, isChainAway, StakingError } from './failure-message.ts'
import { readTransactionStatus, type TransactionStatus } from './follow-transaction.ts'
import {
  addOperation,
  changeOperation,
  isUnderWay,
  type Operation,
  operations,
  removeOperation,
  type Stage,
} from './operations.ts'
import { canSignPermit, isUnknownToWallet, signPermit } from './permit.ts'
import { revertReason } from './revert-reason.ts'
import {
  approveCall,
  assertGenuine,
  type ContractCall,
  sendTransaction,
  stakingCall,
} from './send-transaction.ts'
import {
  deleteTransaction,
  type StoredTransaction,
  storedTransactions,
  storeTransaction,
} from './stored-transactions.ts'

export type Order =
  | { action: 'stake'; amount: bigint; by: 'permit' | 'approve' }
  | { action: 'withdraw'; amount: bigint }
  | { action: 'claim' | 'exit' | 'emergencyWithdraw' }

const POLL_MS = 2_000

/**
 * Wallet calls wait for one confirmation by default. A stake is money and its figures are read from the same block, so where the
 * newest blocks may still be replaced, staking waits for three. A devnet never reorganises, so there one is enough.
 */
export const confirmationsNeeded = ({ deployment }: StakingContext): number => (deployment.faucet ? 1 : 3)

/** Runs an order to its end and publishes each stage. Never throws: it returns whether the order was carried out, and the stage says the rest. */
export async function runOperation(wallet: Wallet, context: StakingContext, order: Order): Promise<boolean> {
  const operation = begin(context, order.action, 'amount' in order ? order.amount : undefined)
  await recordFailure(operation.id, async () => {
    if (order.action === 'stake') return stake(wallet, context, order, operation)
    const call = stakingCall(context, order.action, order.action === 'withdraw' ? [order.amount] : [])
    await sendAndFollow(wallet, context, operation, call)
  })
  return isStill(operation.id, 'done')
}

/** For a wallet that never responds. If the user confirms there later after all, the transaction is shown and followed. */
export function stopWaiting(id: string): void {
  changeOperation(id, {
    stage: { name: 'failed', message: 'You stopped waiting for the wallet. Nothing was sent from here.' },
  })
}

/** Removes it from the page and from storage. This does not change anything on the chain. */
export function dismiss({ id, chainId, address, stage }: Operation): void {
  if ('hash' in stage && stage.hash) deleteTransaction(chainId, address, stage.hash)
  removeOperation(id)
}

/** Follows the transactions that were pending when the page was closed. */
export function resumeTransactions(context: StakingContext): void {
  const { chainId } = context.deployment
  for (const sent of storedTransactions(chainId, context.address)) {
    if (
      operations
        .get()
        .some(({ id, stage }) => id === sent.hash || ('hash' in stage && stage.hash === sent.hash))
    )
      continue
    const { action, hash, amount } = sent
    addOperation({
      ...{ id: hash, chainId, address: context.address, action },
      amount: amount === undefined ? undefined : BigInt(amount),
      stage: pendingStage(hash),
    })
    void recordFailure(hash, () => follow(context, hash, sent))
  }
}

async function stake(
  wallet: Wallet,
  context: StakingContext,
  { amount, by }: Extract<Order, { action: 'stake' }>,
  operation: Operation,
): Promise<void> {
  const { allowance, ether } = await queryClient.fetchQuery({ ...readingQuery(context), staleTime: 0 })
  if (ether === 0n) throw new StakingError('You have no ether for the network fee. Nothing was sent.')
  if (allowance >= amount) {
    await sendAndFollow(wallet, context, operation, stakingCall(context, 'stake', [amount]))
  } else if (by === 'permit' && (await canSignPermit(context))) {
    await permitThenStake(wallet, context, operation, amount)
  } else {
    await approveThenStake(wallet, context, operation, amount)
  }
}

async function permitThenStake(
  wallet: Wallet,
  context: StakingContext,
  operation: Operation,
  amount: bigint,
): Promise<void> {
  await assertGenuine(context)
  changeOperation(operation.id, { stage: { name: 'sign', what: 'permit' } })
  const permit = await signPermit(wallet, context, amount).catch((error) => {
    if (isUnknownToWallet(error)) return undefined
    throw error
  })
  // A user who stopped waiting is not asked to sign anything else.
  if (!isStill(operation.id, 'sign')) return
  if (!permit) return approveThenStake(wallet, context, operation, amount)
  changeOperation(operation.id, { stage: { name: 'checking' } })
  await sendAndFollow(wallet, context, operation, stakingCall(context, 'stakeWithPermit', permit))
}

async function approveThenStake(
  wallet: Wallet,
  context: StakingContext,
  operation: Operation,
  amount: bigint,
): Promise<void> {
  const approval: Operation = { ...operation, action: 'approve', step: { number: 1, of: 2 } }
  addOperation(approval)
  await sendAndFollow(wallet, context, approval, approveCall(context, amount))
  // A user who dismissed the first transaction is not asked to sign the second one.
  if (!isStill(approval.id, 'done')) return
  addOperation({ ...operation, stage: { name: 'checking' }, step: { number: 2, of: 2 } })
  await sendAndFollow(wallet, context, operation, stakingCall(context, 'stake', [amount]))
}

async function sendAndFollow(
  wallet: Wallet,
  context: StakingContext,
  operation: Operation,
  call: ContractCall,
): Promise<void> {
  const sent = await sendTransaction(wallet, context, operation, call)
  // Also for a user who stopped waiting and then confirmed after all: the transaction is sent, so it is shown.
  if (!operations.get().some(({ id }) => id === operation.id)) addOperation(operation)
  changeOperation(operation.id, { stage: pendingStage(sent.hash) })
  await follow(context, operation.id, sent)
}

/** Polls until the transaction has ended. While the chain does not answer, it keeps polling and says so. */
async function follow(context: StakingContext, id: string, first: StoredTransaction): Promise<void> {
  const { client, deployment, address } = context
  let sent = first
  while (isStill(id, 'pending')) {
    try {
      const status = await readTransactionStatus(client, address, sent)
      if (status.state === 'waiting' && status.nonce !== undefined && sent.nonce === undefined) {
        sent = { ...sent, nonce: status.nonce }
        storeTransaction(deployment.chainId, address, sent)
      }
      const isOver =
        status.state === 'replaced' ||
        (status.state === 'mined' &&
          (status.receipt.status === 'reverted' || status.confirmations >= confirmationsNeeded(context)))
      if (isOver) return await endOperation(context, id, sent, status)
      changeOperation(id, { stage: pendingStage(sent.hash, status) })
    } catch (error) {
      if (!isChainAway(error)) logError('A transaction could not be read', error)
      changeOperation(id, { stage: { ...pendingStage(sent.hash), isChainAway: true } })
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function endOperation(
  context: StakingContext,
  id: string,
  sent: StoredTransaction,
  status: Exclude<TransactionStatus, { state: 'waiting' }>,
): Promise<void> {
  const { deployment, address } = context
  const stage = await endOf(context, sent, status)
  deleteTransaction(deployment.chainId, address, sent.hash)
  // Read the figures first, so that "done" is never shown next to old figures.
  await queryClient.invalidateQueries({ queryKey: ['staking'] })
  changeOperation(id, { stage })
}

async function endOf(
  context: StakingContext,
  sent: StoredTransaction,
  status: Exclude<TransactionStatus, { state: 'waiting' }>,
): Promise<Stage> {
  if (status.state === 'replaced')
    return { name: 'failed', message: replacedMessages[status.how], hash: status.by ?? sent.hash }
  const { hash, receipt } = status
  if (receipt.status === 'success') return { name: 'done', hash }
  const reason = await revertReason(context, receipt, sent)
  return { name: 'failed', message: `It was mined, but the contract refused it. ${reason}`, hash }
}

const replacedMessages: Record<Extract<TransactionStatus, { state: 'replaced' }>['how'], string> = {
  cancelled: 'You cancelled it in your wallet, so nothing was moved.',
  replaced:
    'Another transaction with the same nonce replaced it, so this one did nothing. It is in your wallet’s activity.',
  unknown:
    'Your wallet has since sent another transaction with the same nonce, and this chain no longer says which. Your wallet’s activity and the history below show what was done.',
}

function begin(
  { deployment, address }: StakingContext,
  action: Operation['action'],
  amount: bigint | undefined,
): Operation {
  const operation: Operation = {
    ...{ id: crypto.randomUUID(), chainId: deployment.chainId, address, action, amount },
    stage: { name: 'checking' },
  }
  // A transaction that has ended need not be followed after a reload.
  operations.set(operations.get().filter((other) => other.address !== address || isUnderWay(other)))
  addOperation(operation)
  return operation
}

async function recordFailure(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // The user stopped it and saw that; a later failure does not matter.
    if (isStill(id, 'failed')) return
    changeOperation(id, { stage: { name: 'failed', message: failureMessage(error) } })
  }
}

function isStill(id: string, name: Stage['name']): boolean {
  return operations.get().some((operation) => operation.id === id && operation.stage.name === name)
}

function pendingStage(hash: Hash, status?: TransactionStatus): Extract<Stage, { name: 'pending' }> {
  return {
    ...{ name: 'pending', hash, isChainAway: false },
    confirmations: status?.state === 'mined' ? status.confirmations : 0,
    isKnown: status?.state !== 'waiting' || status.isKnown,
  }
}
