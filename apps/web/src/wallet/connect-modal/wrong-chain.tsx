import { Button } from '../../ui/button.tsx'
import type { Wallet } from '../create-wallet.ts'
import type { ShownChain } from '../shown-chain.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

interface WrongChainProps {
  wallet: Wallet
  walletId: string
  /** The one that the wallet is on. */
  chain: ShownChain
}

/** The wallet may still be linked, or disconnected because of its chain: switching links it either way. */
export function WrongChain({ wallet, walletId, chain }: WrongChainProps) {
  const view = useFocusOnMount<HTMLDivElement>()
  const { id: chainId, name } = wallet.configuration.chains[0]
  const { connected } = wallet.getState()

  function leave() {
    wallet.closeModal()
    void wallet.disconnect()
  }

  return (
    <div ref={view} className="flex flex-col gap-5">
      <dl className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-line py-3 font-mono text-sm">
        <dt className="text-muted">Your wallet’s network</dt>
        <dd>
          <span className="text-danger">{chain.name}</span>{' '}
          <span className="text-muted">chain {chain.id}</span>
        </dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void wallet.connect(walletId, { chainId })}>
          Switch to {name}
        </Button>
        {connected ? (
          <Button onClick={leave}>Disconnect</Button>
        ) : (
          <Button onClick={wallet.cancelConnect}>Choose another wallet</Button>
        )}
      </div>
    </div>
  )
}
