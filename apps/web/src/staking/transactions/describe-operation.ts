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
      return 'Trying it without sending, so that nothing is signed in vain.'
    case 'sign':
      return stage.what === 'permit'
        ? `Sign the permit in your wallet. It costs nothing, and lets the contract take ${shownTokens(amount)} ${TOKEN_SYMBOL}, once, within half an hour. The transaction comes next.`
        : 'Confirm the transaction in your wallet.'
    case 'pending':
      if (stage.isChainAway) return 'The chain does not answer. This is looked for again by itself.'
      if (stage.confirmations > 0) return `Mined: ${stage.confirmations} of ${needed} confirmations.`
      if (!stage.isKnown) return 'Sent. The chain has not heard of it yet.'
      return `Sent, and waiting to be mined: 0 of ${needed} confirmations. You may leave this page; it is found again.`
    case 'done':
      return action === 'approve' ? 'Allowed. What is allowed can be staked now.' : 'Done.'
    case 'failed':
      return stage.message
  }
}
