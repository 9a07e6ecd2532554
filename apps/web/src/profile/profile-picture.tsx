import type { User } from '@infra/protocol/users'
import { Avatar } from './avatar.tsx'

/** A person's own picture, or the generated one. */
export function ProfilePicture({ user, size }: { user: Pick<User, 'id' | 'avatarUrl'>; size: number }) {
  if (!user.avatarUrl) return <Avatar address={user.id} size={size} />
  return (
    <img
      src={user.avatarUrl}
      alt="Chosen by this person"
      width={size}
      height={size}
      className="aspect-square bg-raised object-cover"
    />
  )
}
