import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'

export const actions = ['approve', 'stake', 'withdraw', 'claim', 'exit', 'emergencyWithdraw'] as const
export type Action = (typeof actions)[number]

const Kept = z.object({
  hash: z.string().regex(/^0x[0-9a-f]{64}$/i),
  action: z.enum(actions),
  /** In the token's smallest unit, if the action has an amount. */
  amount: z.string().regex(/^\d+$/).optional(),
  /** Its nonce: a transaction that replaced it has the same. */
  nonce: z.int().nonnegative().optional(),
  /** The account's next nonce before the wallet was asked, for a transaction that never reaches the chain. */
  expectedNonce: z.int().nonnegative().optional(),
  /** The call itself, by which a repriced transaction is recognised. */
  to: z.string(),
  data: z.string(),
  /** The newest block when it was sent. */
  sentAfterBlock: z.string().regex(/^\d+$/),
})

export interface StoredTransaction extends Omit<z.infer<typeof Kept>, 'hash' | 'to' | 'data'> {
  hash: Hash
  to: Address
  data: Hex
}

/** A list that only grows would fill the browser's storage. */
const KEPT_MAX = 20

const keyOf = (chainId: number, address: string) => `infra.transactions.${chainId}.${address.toLowerCase()}`

/** The transactions that were sent from this browser and, as far as it knows, have not ended. */
export function storedTransactions(chainId: number, address: string): StoredTransaction[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(chainId, address)) ?? '[]')
    return z.array(Kept).parse(found) as StoredTransaction[]
  } catch {
    // Storage is blocked or was tampered with. The history still shows what is on the chain.
    return []
  }
}

/** Merges it into what is stored of the same transaction. */
export function storeTransaction(chainId: number, address: string, transaction: StoredTransaction): void {
  const others = storedTransactions(chainId, address).filter(({ hash }) => hash !== transaction.hash)
  write(chainId, address, [...others, transaction].slice(-KEPT_MAX))
}

export function deleteTransaction(chainId: number, address: string, hash: Hash): void {
  write(
    chainId,
    address,
    storedTransactions(chainId, address).filter((kept) => kept.hash !== hash),
  )
}

function write(chainId: number, address: string, transactions: StoredTransaction[]): void {
  try {
    if (transactions.length === 0) localStorage.removeItem(keyOf(chainId, address))
    else localStorage.setItem(keyOf(chainId, address), JSON.stringify(transactions))
  } catch {
    // Storage is blocked or full: the transaction is followed until this page closes.
  }
}
