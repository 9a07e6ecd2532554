import { Button } from '../../ui/button.tsx'
import type { ConnectAttempt } from '../connect-attempts.ts'
import type { Wallet } from '../create-wallet.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface ConnectProblemProps {
  wallet: Wallet
  attempt: Extract<ConnectAttempt, { phase: 'failed' }>
}

export function ConnectProblem({ wallet, attempt }: ConnectProblemProps) {
  const view = useFocusOnMount<HTMLDivElement>()
  const { id } = attempt.wallet

  return (
    <div ref={view} className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={() => void wallet.connect(id, { chainId: attempt.chainId })}>
        Try again
      </Button>
      <Button onClick={wallet.cancelConnect}>Choose another wallet</Button>
    </div>
  )
}
