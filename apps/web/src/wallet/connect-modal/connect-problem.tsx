import { Button } from '../../ui/button.tsx'
import type { Attempt } from '../connect-attempts.ts'
import type { Wallet } from '../create-wallet.ts'
import { useFocusOnArrival } from './use-focus-on-mount.ts'

interface ConnectProblemProps {
  wallet: Wallet
  attempt: Extract<Attempt, { phase: 'failed' }>
}

export function ConnectProblem({ wallet, attempt }: ConnectProblemProps) {
  const view = useFocusOnArrival<HTMLDivElement>()
  const { id } = attempt.wallet

  return (
    <div ref={view} className="flex flex-wrap gap-3">
      <Button look="hot" onClick={() => void wallet.connect(id, { chainId: attempt.chainId })}>
        Try again
      </Button>
      <Button onClick={wallet.cancelConnect}>Choose another wallet</Button>
    </div>
  )
}
