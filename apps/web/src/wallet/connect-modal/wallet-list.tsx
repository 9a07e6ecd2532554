import { STARTER_CREDITS } from '../../bootstrap/starter-credits.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Wallet } from '../create-wallet.ts'
import type { WalletOption } from '../wallet-port.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { WalletIcon } from './wallet-icon.tsx'

export function WalletList({ wallet, options }: { wallet: Wallet; options: readonly WalletOption[] }) {
  const view = useFocusOnMount<HTMLUListElement>()

  return (
    <>
      <ul ref={view} className="flex flex-col gap-3">
        {options.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-4 border border-edge px-4 py-3 text-left transition-colors duration-100 hover:border-text hover:bg-raised"
              onClick={() => void wallet.connect(option.id)}
            >
              <WalletIcon icon={option.icon} />
              <span className="min-w-0 grow truncate font-mono text-sm font-semibold">{option.name}</span>
              {notes[option.kind] && <span className="label shrink-0 text-muted">{notes[option.kind]}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2.5 text-sm/5 text-muted">
        <Icon name="info" size={16} />
        Linking asks for a signature, never for a payment. New wallets get {STARTER_CREDITS} free credits.
      </p>
    </>
  )
}

const notes: Record<WalletOption['kind'], string | undefined> = {
  announced: undefined,
  injected: 'in this browser',
  walletconnect: 'on your phone',
  demo: undefined,
}
