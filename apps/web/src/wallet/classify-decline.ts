import type { WalletProblem } from './wallet-error.ts'

/** Nobody reads a wallet's window and declines in less time. */
export const DECLINE_MS_MIN = 300

/**
 * Some wallets report that the user declined where they mean that another request is open already. The user was not asked
 * anything then, which shows in how fast the answer came.
 */
export function classifyDecline(
  problem: WalletProblem,
  { hasOpenRequest, tookMs }: { hasOpenRequest: boolean; tookMs: number },
): WalletProblem {
  return problem === 'rejected' && hasOpenRequest && tookMs < DECLINE_MS_MIN ? 'pending' : problem
}
