import type { WalletProblem } from './wallet-error.ts'

/** Nobody reads a wallet's window and declines in less time. */
export const DECLINE_MS_MIN = 300

/**
 * Some wallets report that the user declined when in fact another request is already open. The user wasn't asked then, which shows in how
 * fast the response came.
 */
export function classifyDecline(
  problem: WalletProblem,
  { hasOpenRequest, tookMs }: { hasOpenRequest: boolean; tookMs: number },
): WalletProblem {
  return problem === 'rejected' && hasOpenRequest && tookMs < DECLINE_MS_MIN ? 'pending' : problem
}
