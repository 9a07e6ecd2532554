import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { meQuery } from '../profile/profile-queries.ts'

/** Renders its children, which may be code that is still to be loaded, for moderators only. */
export function ForModerators({ children }: { children: ReactNode }) {
  const { phase, address } = useAccount()
  const isSignedIn = phase === 'authenticated'
  const { data: me } = useQuery(
    { ...meQuery(address!), enabled: isSignedIn, meta: { ownMessage: false } },
    queryClient,
  )
  return isSignedIn && me?.role === 'moderator' ? <Suspense>{children}</Suspense> : null
}
