import { useCallback, useSyncExternalStore } from 'react'
import { Modal } from '../../ui/modal.tsx'
import type { Wallet } from '../create-wallet.ts'
import type { WalletModalOptions } from '../wallet-configuration.ts'
import type { WalletState } from '../wallet-state.ts'
import { connectMessage } from './connect-message.ts'
import { ConnectProblem } from './connect-problem.tsx'
import { NoWalletFound } from './no-wallet-found.tsx'
import { WaitingForWallet } from './waiting-for-wallet.tsx'
import { WalletList } from './wallet-list.tsx'
import { WrongChain } from './wrong-chain.tsx'

/** The route ConnectWallet: where the user links a wallet. Renders nothing until `wallet.openModal()`. */
export function ConnectModal({ wallet }: { wallet: Wallet }) {
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, wallet.getState)
  const { modal } = wallet.configuration
  const themeRef = useCallback((content: HTMLElement | null) => applyTheme(content, modal), [modal])
  if (!state.connecting) return null

  return (
    <Modal title="Link a wallet" onClose={wallet.closeModal}>
      <div ref={themeRef} data-testid="ConnectWallet" className="flex flex-col gap-5">
        <p role="status" className="text-muted wrap-anywhere">
          {connectMessage(state, wallet.configuration)}
        </p>
        <View wallet={wallet} state={state} />
      </div>
    </Modal>
  )
}

function View({ wallet, state }: { wallet: Wallet; state: WalletState }) {
  const { attempt, options, connected, chain } = state
  switch (attempt.phase) {
    case 'choosing':
      if (connected && !chain.supported)
        return <WrongChain wallet={wallet} walletId={state.walletId!} chain={chain} />
      return options.length > 0 ? <WalletList wallet={wallet} options={options} /> : <NoWalletFound />
    case 'waiting':
      return <WaitingForWallet attempt={attempt} onCancel={wallet.cancelConnect} />
    case 'wrong_chain':
      return <WrongChain wallet={wallet} walletId={attempt.wallet.id} chain={attempt.chain} />
    case 'failed':
      return <ConnectProblem wallet={wallet} attempt={attempt} />
  }
}

/** Sets the theme as properties of the element, since the content security policy forbids inline styles. */
function applyTheme(content: HTMLElement | null, options: WalletModalOptions): void {
  const dialog = content?.closest('dialog')
  if (!dialog) return
  dialog.style.zIndex = String(options.zIndex)
  dialog.style.background = options.background
  dialog.style.colorScheme = options.theme
  dialog.style.borderRadius = options.corners === 'square' ? '0' : '12px'
}
