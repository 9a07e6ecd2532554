import type { Hash } from 'viem'
import { logError } from '../../diagnostics/log-error.ts'
import { queryClient } from '../../query-client.ts'
import type { Wallet } from '../../wallet/create-wallet.ts'
import { readingQuery, type Spot } from '../staking-queries.ts'
import { failureWords, isChainAway, StakingError } from './failure-message.ts'
import { lookAt, type Sight } from './follow-transaction.ts'
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
  forgetTransaction,
  type KeptTransaction,
  keepTransaction,
  keptTransactions,
} from './stored-transactions.ts'

export type Order =
  | { action: 'stake'; amount: bigint; by: 'permit' | 'approve' }
  | { action: 'withdraw'; amount: bigint }
  | { action: 'claim' | 'exit' | 'emergencyWithdraw' }

const LOOK_AGAIN_MS = 2_000

/** Nothing comes after a devnet's block; elsewhere the newest blocks may still be taken back. */
export const confirmationsNeeded = ({ place }: Spot): number => (place.faucet ? 1 : 3)

/** From the order to its end, each stage told. Never fails: answers whether it was done, and the stage says the rest. */
export async function runOperation(wallet: Wallet, spot: Spot, order: Order): Promise<boolean> {
  const operation = begin(spot, order.action, 'amount' in order ? order.amount : undefined)
  await told(operation.id, async () => {
    if (order.action === 'stake') return stake(wallet, spot, order, operation)
    const call = stakingCall(spot, order.action, order.action === 'withdraw' ? [order.amount] : [])
    await sendAndFollow(wallet, spot, operation, call)
  })
  return isStill(operation.id, 'done')
}

/** For a wallet that never answers. Should it agree later after all, the transaction is shown and followed. */
export function stopWaiting(id: string): void {
  changeOperation(id, {
    stage: { name: 'failed', words: 'You stopped waiting for the wallet. Nothing was sent from here.' },
  })
}

/** Takes it off the page, and out of what a reload would look for. On the chain it goes on as it will. */
export function dismiss({ id, chainId, address, stage }: Operation): void {
  if ('hash' in stage && stage.hash) forgetTransaction(chainId, address, stage.hash)
  removeOperation(id)
}

/** Finds again what was pending when the page was left. */
export function resumeTransactions(spot: Spot): void {
  const { chainId } = spot.place
  for (const sent of keptTransactions(chainId, spot.address)) {
    if (
      operations
        .get()
        .some(({ id, stage }) => id === sent.hash || ('hash' in stage && stage.hash === sent.hash))
    )
      continue
    const { action, hash, amount } = sent
    addOperation({
      ...{ id: hash, chainId, address: spot.address, action },
      amount: amount === undefined ? undefined : BigInt(amount),
      stage: pendingStage(hash),
    })
    void told(hash, () => follow(spot, hash, sent))
  }
}

async function stake(
  wallet: Wallet,
  spot: Spot,
  { amount, by }: Extract<Order, { action: 'stake' }>,
  operation: Operation,
): Promise<void> {
  const { allowance, ether } = await queryClient.fetchQuery({ ...readingQuery(spot), staleTime: 0 })
  if (ether === 0n) throw new StakingError('You have no ether for the network fee. Nothing was sent.')
  if (allowance >= amount) {
    await sendAndFollow(wallet, spot, operation, stakingCall(spot, 'stake', [amount]))
  } else if (by === 'permit' && (await canSignPermit(spot))) {
    await permitThenStake(wallet, spot, operation, amount)
  } else {
    await approveThenStake(wallet, spot, operation, amount)
  }
}

async function permitThenStake(
  wallet: Wallet,
  spot: Spot,
  operation: Operation,
  amount: bigint,
): Promise<void> {
  await assertGenuine(spot)
  changeOperation(operation.id, { stage: { name: 'sign', what: 'permit' } })
  const permit = await signPermit(wallet, spot, amount).catch((error) => {
    if (isUnknownToWallet(error)) return undefined
    throw error
  })
  // Whoever stopped waiting is asked nothing more.
  if (!isStill(operation.id, 'sign')) return
  if (!permit) return approveThenStake(wallet, spot, operation, amount)
  changeOperation(operation.id, { stage: { name: 'checking' } })
  await sendAndFollow(wallet, spot, operation, stakingCall(spot, 'stakeWithPermit', permit))
}

async function approveThenStake(
  wallet: Wallet,
  spot: Spot,
  operation: Operation,
  amount: bigint,
): Promise<void> {
  const approval: Operation = { ...operation, action: 'approve', step: { number: 1, of: 2 } }
  addOperation(approval)
  await sendAndFollow(wallet, spot, approval, approveCall(spot, amount))
  // Whoever stopped following is not asked to sign the second one.
  if (!isStill(approval.id, 'done')) return
  addOperation({ ...operation, stage: { name: 'checking' }, step: { number: 2, of: 2 } })
  await sendAndFollow(wallet, spot, operation, stakingCall(spot, 'stake', [amount]))
}

async function sendAndFollow(
  wallet: Wallet,
  spot: Spot,
  operation: Operation,
  call: ContractCall,
): Promise<void> {
  const sent = await sendTransaction(wallet, spot, operation, call)
  // Also for whoever stopped waiting and then agreed after all: it is on its way, so it is shown.
  if (!operations.get().some(({ id }) => id === operation.id)) addOperation(operation)
  changeOperation(operation.id, { stage: pendingStage(sent.hash) })
  await follow(spot, operation.id, sent)
}

/** Looks until it has ended. While the chain is away it goes on looking, and says so. */
async function follow(spot: Spot, id: string, first: KeptTransaction): Promise<void> {
  const { client, place, address } = spot
  let sent = first
  while (isStill(id, 'pending')) {
    try {
      const sight = await lookAt(client, address, sent)
      if (sight.state === 'waiting' && sight.nonce !== undefined && sent.nonce === undefined) {
        sent = { ...sent, nonce: sight.nonce }
        keepTransaction(place.chainId, address, sent)
      }
      const isOver =
        sight.state === 'replaced' ||
        (sight.state === 'mined' &&
          (sight.receipt.status === 'reverted' || sight.confirmations >= confirmationsNeeded(spot)))
      if (isOver) return await conclude(spot, id, sent, sight)
      changeOperation(id, { stage: pendingStage(sent.hash, sight) })
    } catch (error) {
      if (!isChainAway(error)) logError('A transaction could not be looked at', error)
      changeOperation(id, { stage: { ...pendingStage(sent.hash), isChainAway: true } })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

async function conclude(
  spot: Spot,
  id: string,
  sent: KeptTransaction,
  sight: Exclude<Sight, { state: 'waiting' }>,
): Promise<void> {
  const { place, address } = spot
  const stage = await endOf(spot, sent, sight)
  forgetTransaction(place.chainId, address, sent.hash)
  // The figures first, so that "done" is never shown beside those of before.
  await queryClient.invalidateQueries({ queryKey: ['staking'] })
  changeOperation(id, { stage })
}

async function endOf(
  spot: Spot,
  sent: KeptTransaction,
  sight: Exclude<Sight, { state: 'waiting' }>,
): Promise<Stage> {
  if (sight.state === 'replaced')
    return { name: 'failed', words: replacedWords[sight.how], hash: sight.by ?? sent.hash }
  const { hash, receipt } = sight
  if (receipt.status === 'success') return { name: 'done', hash }
  const reason = await revertReason(spot, receipt, sent)
  return { name: 'failed', words: `It was mined, but the contract refused it. ${reason}`, hash }
}

const replacedWords: Record<Extract<Sight, { state: 'replaced' }>['how'], string> = {
  cancelled: 'You cancelled it in your wallet, so nothing was moved.',
  replaced:
    'Another transaction with the same number took its place, so this one did nothing. It is in your wallet’s activity.',
  unknown:
    'Your wallet has since sent another transaction with the same number, and this chain no longer says which. Your wallet’s activity and the history below show what was done.',
}

function begin({ place, address }: Spot, action: Operation['action'], amount: bigint | undefined): Operation {
  const operation: Operation = {
    ...{ id: crypto.randomUUID(), chainId: place.chainId, address, action, amount },
    stage: { name: 'checking' },
  }
  // What has ended has been seen.
  operations.set(operations.get().filter((other) => other.address !== address || isUnderWay(other)))
  addOperation(operation)
  return operation
}

async function told(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Stopped by the person, who has been told so already; what came after does not count.
    if (isStill(id, 'failed')) return
    changeOperation(id, { stage: { name: 'failed', words: failureWords(error) } })
  }
}

function isStill(id: string, name: Stage['name']): boolean {
  return operations.get().some((operation) => operation.id === id && operation.stage.name === name)
}

function pendingStage(hash: Hash, sight?: Sight): Extract<Stage, { name: 'pending' }> {
  return {
    ...{ name: 'pending', hash, isChainAway: false },
    confirmations: sight?.state === 'mined' ? sight.confirmations : 0,
    isKnown: sight?.state !== 'waiting' || sight.isKnown,
  }
}
