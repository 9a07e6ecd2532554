import { Button } from '../../ui/button.tsx'
import type { Wallet } from '../create-wallet.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

/** The wallet may still be linked, or disconnected because of its chain: switching links it either way. */
export function WrongChain({ wallet, walletId }: { wallet: Wallet; walletId: string }) {
  const view = useFocusOnMount<HTMLDivElement>()
  const { id: chainId, name } = wallet.configuration.chains[0]
  const { connected } = wallet.getState()

  function leave() {
    wallet.closeModal()
    void wallet.disconnect()
  }

  return (
    <div ref={view} className="flex flex-wrap gap-3">
      <Button look="hot" onClick={() => void wallet.connect(walletId, { chainId })}>
        Switch to {name}
      </Button>
      {connected ? (
        <Button onClick={leave}>Disconnect</Button>
      ) : (
        <Button onClick={wallet.cancelConnect}>Choose another wallet</Button>
      )}
    </div>
  )
}
