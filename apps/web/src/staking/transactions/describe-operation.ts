import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import type { Operation } from './operations.ts'
import type { Action } from './stored-transactions.ts'

export function describeAction({ action, amount = 0n }: Pick<Operation, 'action' | 'amount'>): string {
  return titles[action](`${shownTokens(amount)} ${TOKEN_SYMBOL}`)
}

const titles: Record<Action, (tokens: string) => string> = {
  approve: (tokens) => `Let the contract take ${tokens}`,
  stake: (tokens) => `Stake ${tokens}`,
  withdraw: (tokens) => `Withdraw ${tokens}`,
  claim: () => 'Claim rewards',
  exit: () => 'Withdraw everything and claim',
  emergencyWithdraw: () => 'Withdraw without rewards',
}

/** What is happening now, and who has to act. */
export function describeStage({ stage, action, amount = 0n }: Operation, needed: number): string {
  switch (stage.name) {
    case 'checking':
      return 'Simulating it first, so that you don’t sign something that would fail.'
    case 'sign':
      return stage.what === 'permit'
        ? `Sign the permit in your wallet. It costs nothing, and lets the contract take ${shownTokens(amount)} ${TOKEN_SYMBOL}, once, within half an hour. The transaction comes next.`
        : 'Confirm the transaction in your wallet.'
    case 'pending':
      if (stage.isChainAway) return 'The chain isn’t responding. We’ll keep looking.'
      if (stage.confirmations > 0) return `Mined: ${stage.confirmations} of ${needed} confirmations.`
      if (!stage.isKnown) return 'Sent. The chain hasn’t seen it yet.'
      return `Sent, and waiting to be mined: 0 of ${needed} confirmations. You can leave; we’ll keep tracking it.`
    case 'done':
      return action === 'approve' ? 'Allowed. You can stake now.' : 'Done.'
    case 'failed':
      return stage.message
  }
}
