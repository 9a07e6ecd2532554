import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { Reading } from '../reward-rules.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import type { Order } from '../transactions/run-operation.ts'

interface WithdrawPanelProps {
  reading: Reading
  isBlocked: boolean
  onOrder: (order: Order) => void
}

/** Claim and withdraw. The contract cannot pause any of these. */
export function WithdrawPanel({ reading, isBlocked, onOrder }: WithdrawPanelProps) {
  const { staked, earned } = reading
  const [isAsking, setAsking] = useState(false)
  const hasStake = staked > 0n
  return (
    <section aria-labelledby="withdraw" className="flex flex-col gap-5">
      <h2 id="withdraw" className="text-xl/7 font-semibold">
        Claim and exit
      </h2>
      <p className="text-muted">Nobody can pause claiming or withdrawing.</p>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={isBlocked || (earned === 0n && !hasStake)}
          onClick={() => onOrder({ action: 'claim' })}
        >
          Claim rewards
        </Button>
        <Button disabled={isBlocked || !hasStake} onClick={() => onOrder({ action: 'exit' })}>
          Withdraw everything and claim
        </Button>
      </div>
      {hasStake && (
        <details className="text-muted">
          <summary className="cursor-pointer py-2 font-mono text-sm hover:text-text">
            If that ever fails
          </summary>
          <div className="flex flex-col items-start gap-4 pt-2">
            <p>
              An emergency withdrawal returns your {shownTokens(staked)} {TOKEN_SYMBOL} without counting
              rewards: what you earned since you last staked, withdrew or claimed is given up.
            </p>
            <Button disabled={isBlocked} onClick={() => setAsking(true)}>
              Emergency withdrawal
            </Button>
          </div>
        </details>
      )}
      {isAsking && (
        <Modal title="Give up your rewards?" onClose={() => setAsking(false)}>
          <p className="text-muted">
            Your stake comes back, but what you earned since you last staked, withdrew or claimed is lost: at
            most {shownTokens(earned)} {TOKEN_SYMBOL}. “Withdraw everything and claim” returns both; use this
            one only where that fails.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false)
                onOrder({ action: 'emergencyWithdraw' })
              }}
            >
              Withdraw without rewards
            </Button>
            <Button onClick={() => setAsking(false)}>Keep staking</Button>
          </div>
        </Modal>
      )}
    </section>
  )
}
