import { type ReactNode, useEffect } from 'react'
import { useAccount, useWalletLoading } from '../account/account-context.tsx'
import { guard } from '../account/guard.ts'
import { Navigate } from '../navigation/link.tsx'
import { usePageLocation } from '../navigation/navigation.ts'
import type { Screen } from '../navigation/screens.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { noticeLeft } from './use-return-to-screen.ts'

/** Checks again whenever the account changes, so that a user who disconnects leaves the screen at once. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { phase, returning } = useAccount()
  const walletLoading = useWalletLoading()
  const views = {
    show: children,
    wait: <Skeleton />,
    home: <SentHome />,
  }
  return views[guard({ access: screen.access, phase, returning, walletLoading })]
}

function SentHome() {
  const location = usePageLocation()
  const { returning } = useAccount()
  useEffect(() => {
    if (returning) noticeLeft(location)
  }, [returning, location])
  return <Navigate to="/" />
}
