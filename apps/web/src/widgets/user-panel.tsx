import { lazy } from 'react'
import { UserViewer } from '../profile/user-viewer.tsx'
import { ForModerators } from './for-moderators.tsx'

const AvatarReview = lazy(async () => ({
  default: (await import('../moderation/avatar-review.tsx')).AvatarReview,
}))
const Sanctioning = lazy(async () => ({
  default: (await import('../moderation/sanctioning.tsx')).Sanctioning,
}))

/** A person's profile, with the actions of a moderator. */
export function UserPanel({ id }: { id: string }) {
  return (
    <UserViewer id={id}>
      <ForModerators>
        <AvatarReview userId={id} />
        <Sanctioning subject={{ operator: id }} />
      </ForModerators>
    </UserViewer>
  )
}
