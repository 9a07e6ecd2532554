import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { meQuery } from '../profile/profile-queries.ts'
import { UserViewer } from '../profile/user-viewer.tsx'

// Loaded for moderators only.
const AvatarReview = lazy(async () => ({
  default: (await import('../moderation/avatar-review.tsx')).AvatarReview,
}))

const Sanctioning = lazy(async () => ({
  default: (await import('../moderation/sanctioning.tsx')).Sanctioning,
}))

/** A person's profile, with the actions of a moderator. */
export function UserPanel({ id }: { id: string }) {
  const { phase, address } = useAccount()
  const isSignedIn = phase === 'authenticated'
  const { data: me } = useQuery(
    { ...meQuery(address!), enabled: isSignedIn, meta: { ownMessage: false } },
    queryClient,
  )
  return (
    <UserViewer id={id}>
      {isSignedIn && me?.role === 'moderator' && (
        <Suspense>
          <AvatarReview userId={id} />
          <Sanctioning subject={{ operator: id }} />
        </Suspense>
      )}
    </UserViewer>
  )
}
