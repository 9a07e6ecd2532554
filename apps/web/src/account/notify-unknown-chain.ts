import { lastingToast } from '../overlays/toast.ts'
import type { Wallet } from '../wallet/create-wallet.ts'

/**
 * If a user was signed out because their wallet switched to a chain that Infra doesn't use, tells them why and how to return. If the
 * connect modal is open, it says so itself.
 */
export function notifyUnknownChain(wallet: Wallet): void {
  /** The wallet's previous chain. */
  let chain = wallet.configuration.chains[0]
  let close = () => {}

  function storeChain({ chainId }: { chainId: number }): void {
    chain = wallet.configuration.chains.find(({ id }) => id === chainId) ?? chain
  }

  function notify(): void {
    const { attempt, connecting } = wallet.getState()
    if (connecting || attempt.phase !== 'wrong_chain') return
    const { id, name, kind } = attempt.wallet
    const chainId = chain.id
    const switchBack = () => {
      wallet.openModal()
      void wallet.connect(id, { chainId })
    }
    close()
    close = lastingToast(
      'notice',
      `${name} is on a network that Infra does not use, so you are signed out. Switch it to ${chain.name} and link it again.`,
      // A wallet on a phone must be linked again, and switched there.
      kind === 'walletconnect' ? undefined : { label: 'Switch back', run: switchBack },
    )
  }

  wallet.on('connected', (detail) => {
    storeChain(detail)
    close()
  })
  wallet.on('chain_switched', storeChain)
  wallet.on('modal_state_changed', ({ open }) => {
    if (open) close()
  })
  // The state names the wallet only after all steps of the change have been applied.
  wallet.on('unknown_chain', () => queueMicrotask(notify))
}
