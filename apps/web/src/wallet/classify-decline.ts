import type { WalletProblem } from './wallet-error.ts'

/** Nobody reads a wallet's window and declines in less. */
export const DECLINE_MS_MIN = 300

/**
 * Some wallets say that the person declined where they mean that a request of theirs is open already. Nobody was asked
 * anything then, which shows in how soon the answer came.
 */
export function answerOf(
  problem: WalletProblem,
  { hasOpenRequest, tookMs }: { hasOpenRequest: boolean; tookMs: number },
): WalletProblem {
  return problem === 'rejected' && hasOpenRequest && tookMs < DECLINE_MS_MIN ? 'pending' : problem
}
