import type { ReactNode } from 'react'
import { useAccount, useWalletLoading } from '../account/account-context.tsx'
import { guard } from '../account/guard.ts'
import { Navigate } from '../navigation/link.tsx'
import type { Screen } from '../navigation/screens.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** Checks again whenever the account changes, so that a user who disconnects leaves the screen at once. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { phase } = useAccount()
  const walletLoading = useWalletLoading()
  const views = {
    show: children,
    wait: <Skeleton />,
    home: <Navigate to="/" />,
  }
  return views[guard({ access: screen.access, phase, walletLoading })]
}
