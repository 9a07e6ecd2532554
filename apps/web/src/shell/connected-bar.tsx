import { shortAddress } from '@infra/protocol/values/short-address'
import type { ReactNode } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { Icon } from '../ui/icon.tsx'

export function ConnectedBar({ children }: { children?: ReactNode }) {
  const { phase, returning, address, signingIn, signingInElsewhere, signIn, cancelSignIn, disconnect } =
    useAccount()
  if (!address) return null
  const isWaiting = signingIn || signingInElsewhere
  return (
    <section
      aria-label="Wallet"
      className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line px-4 font-mono text-sm sm:justify-end sm:px-8 lg:px-12"
    >
      <span className={phase === 'authenticated' ? 'text-cool' : 'text-muted'}>
        <Icon name="account" size={16} />
      </span>
      <p className="text-muted">
        {returning ? 'Waiting for your wallet' : 'Connected as'}{' '}
        <span title={address} className="text-text">
          {shortAddress(address)}
        </span>
      </p>
      {children}
      <div className="-mr-2 ml-auto flex sm:ml-3">
        {phase === 'connected' && !isWaiting && <Action onClick={signIn}>Sign in</Action>}
        {isWaiting && (
          <>
            <p role="status" className="flex min-h-11 items-center px-2 text-muted">
              {signingIn ? 'Sign in your wallet' : 'Your wallet is asking in another tab'}
            </p>
            <Action onClick={cancelSignIn}>Cancel</Action>
          </>
        )}
        {!returning && <Action onClick={disconnect}>Disconnect</Action>}
      </div>
    </section>
  )
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="min-h-11 px-2 text-muted underline-offset-4 hover:text-text hover:underline"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
