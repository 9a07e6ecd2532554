import type { Hash } from 'viem'
import { createStore } from '../../store/store.ts'
import type { Action } from './stored-transactions.ts'

/** How far a transaction is. The screen has a sentence for each stage. */
export type Stage =
  | { name: 'checking' }
  | { name: 'sign'; what: 'permit' | 'transaction' }
  | { name: 'pending'; hash: Hash; confirmations: number; isKnown: boolean; isChainAway: boolean }
  | { name: 'done'; hash: Hash }
  | { name: 'failed'; message: string; hash?: Hash }

export interface Operation {
  id: string
  chainId: number
  address: string
  action: Action
  amount?: bigint
  /** If an action takes two transactions: which of them this is. */
  step?: { number: number; of: number }
  stage: Stage
}

/** Oldest first, of all accounts that used this page. */
export const operations = createStore<readonly Operation[]>([])

export function addOperation(operation: Operation): void {
  operations.set([...operations.get().filter(({ id }) => id !== operation.id), operation])
}

export function changeOperation(id: string, change: Partial<Operation>): void {
  operations.set(
    operations.get().map((operation) => (operation.id === id ? { ...operation, ...change } : operation)),
  )
}

export function removeOperation(id: string): void {
  operations.set(operations.get().filter((operation) => operation.id !== id))
}

export function operationsOf(
  all: readonly Operation[],
  { chainId, address }: Pick<Operation, 'chainId' | 'address'>,
): Operation[] {
  return all.filter((one) => one.chainId === chainId && one.address.toLowerCase() === address.toLowerCase())
}

export function isUnderWay({ stage }: Operation): boolean {
  return stage.name === 'checking' || stage.name === 'sign' || stage.name === 'pending'
}
