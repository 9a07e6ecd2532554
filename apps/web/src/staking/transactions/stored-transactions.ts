import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'

export const actions = ['approve', 'stake', 'withdraw', 'claim', 'exit', 'emergencyWithdraw'] as const
export type Action = (typeof actions)[number]

const Kept = z.object({
  hash: z.string().regex(/^0x[0-9a-f]{64}$/i),
  action: z.enum(actions),
  /** In the token's smallest unit, where the action has an amount. */
  amount: z.string().regex(/^\d+$/).optional(),
  /** The account's number of it: by that a transaction is known again that another took the place of. */
  nonce: z.int().nonnegative().optional(),
  /** What the account's next number was before the wallet was asked, for a transaction that the chain never hears of. */
  expectedNonce: z.int().nonnegative().optional(),
  /** What was asked for: at another price it is still the same. */
  to: z.string(),
  data: z.string(),
  /** The newest block when it was sent. */
  sentAfterBlock: z.string().regex(/^\d+$/),
})

export interface KeptTransaction extends Omit<z.infer<typeof Kept>, 'hash' | 'to' | 'data'> {
  hash: Hash
  to: Address
  data: Hex
}

/** Enough for whoever does not wait; a list that only grows would fill the browser's storage. */
const KEPT_MAX = 20

const keyOf = (chainId: number, address: string) => `infra.transactions.${chainId}.${address.toLowerCase()}`

/** What was sent from this browser and is not known to have ended. */
export function keptTransactions(chainId: number, address: string): KeptTransaction[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(chainId, address)) ?? '[]')
    return z.array(Kept).parse(found) as KeptTransaction[]
  } catch {
    // Blocked, or not ours: what is on the chain is in the history all the same.
    return []
  }
}

/** Lays it over what was kept of the same transaction. */
export function keepTransaction(chainId: number, address: string, transaction: KeptTransaction): void {
  const others = keptTransactions(chainId, address).filter(({ hash }) => hash !== transaction.hash)
  write(chainId, address, [...others, transaction].slice(-KEPT_MAX))
}

export function forgetTransaction(chainId: number, address: string, hash: Hash): void {
  write(
    chainId,
    address,
    keptTransactions(chainId, address).filter((kept) => kept.hash !== hash),
  )
}

function write(chainId: number, address: string, transactions: KeptTransaction[]): void {
  try {
    if (transactions.length === 0) localStorage.removeItem(keyOf(chainId, address))
    else localStorage.setItem(keyOf(chainId, address), JSON.stringify(transactions))
  } catch {
    // Blocked or full: followed until this page closes.
  }
}
