import { type ReactNode, useEffect, useRef } from 'react'
import { useAccount, useWalletLoading } from '../account/account-context.tsx'
import { guard } from '../account/guard.ts'
import { Navigate } from '../navigation/link.tsx'
import { usePageLocation } from '../navigation/navigation.ts'
import type { Screen } from '../navigation/screens.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { homeNotice } from './home-notice.ts'

/** Checks again whenever the account changes, so that a user who disconnects leaves the screen at once. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { phase, returning } = useAccount()
  const walletLoading = useWalletLoading()
  // Someone who disconnects on such a screen wants to leave it.
  const wasSignedIn = useRef(false)
  if (phase === 'authenticated') wasSignedIn.current = true
  const views = {
    show: children,
    wait: <Skeleton />,
    home: <SentHome isNoticed={!wasSignedIn.current} />,
  }
  return views[guard({ access: screen.access, phase, returning, walletLoading })]
}

function SentHome({ isNoticed }: { isNoticed: boolean }) {
  const location = usePageLocation()
  useEffect(() => {
    if (isNoticed) homeNotice.set({ reason: 'guarded', location })
  }, [isNoticed, location])
  return <Navigate to="/" />
}
