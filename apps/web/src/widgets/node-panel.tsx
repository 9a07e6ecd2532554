import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { OpenedNode } from '../nodes/node-details.tsx'
import { meQuery } from '../profile/profile-queries.ts'

// Loaded for moderators only.
const Sanctioning = lazy(async () => ({
  default: (await import('../moderation/sanctioning.tsx')).Sanctioning,
}))

/** One node, with the actions of a moderator. */
export function NodePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { phase, address } = useAccount()
  const isSignedIn = phase === 'authenticated'
  const { data: me } = useQuery({ ...meQuery(address!), enabled: isSignedIn }, queryClient)
  return (
    <OpenedNode id={id} onClose={onClose}>
      {isSignedIn && me?.role === 'moderator' && (
        <Suspense>
          <Sanctioning subject={{ node: id }} />
        </Suspense>
      )}
    </OpenedNode>
  )
}
