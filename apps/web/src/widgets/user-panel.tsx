import { lazy } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { Gallery } from '../jobs/lists/gallery.tsx'
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
      <Gallery userId={id} reader={readerOf(useAccount())} />
      <ForModerators>
        <AvatarReview userId={id} />
        <Sanctioning subject={{ operator: id }} />
      </ForModerators>
    </UserViewer>
  )
}
