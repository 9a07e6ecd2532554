import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ConnectAttempt } from '../connect-attempts.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

const PhoneLink = lazy(() => import('./phone-link.tsx').then(({ PhoneLink }) => ({ default: PhoneLink })))

interface WaitingForWalletProps {
  attempt: Extract<ConnectAttempt, { phase: 'waiting' }>
  onCancel: () => void
}

export function WaitingForWallet({ attempt, onCancel }: WaitingForWalletProps) {
  const view = useFocusOnMount<HTMLDivElement>()

  return (
    <div ref={view} className="flex flex-col items-start gap-5">
      {attempt.link ? (
        <Suspense fallback={<Icon name="loading" size={28} />}>
          <PhoneLink link={attempt.link} />
        </Suspense>
      ) : (
        <Icon name="loading" size={28} />
      )}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
