import type { ReviewedAvatars } from '@infra/protocol/moderation'
import type { Deps } from '../deps.ts'
import { findBlobs, findTakedown } from '../files/blob-queries.ts'
import { fileLinks } from '../files/file-links.ts'
import { foundUser } from '../users/found-user.ts'
import { findUser } from '../users/user-queries.ts'
import { listAvatarTakedowns } from './takedown-queries.ts'

/** A person's current picture, and those that moderators took down. */
export async function presentAvatars(deps: Deps, address: string): Promise<ReviewedAvatars> {
  const { avatar } = foundUser(await findUser(deps.db, address))
  const hidden = await listAvatarTakedowns(deps.db, address)
  const blobs = await findBlobs(deps.db, [...(avatar ? [avatar] : []), ...hidden.map(({ hash }) => hash)])
  const thumbnailOf = (sha256: string, isPublic: boolean) => {
    const blob = blobs.get(sha256)
    return blob ? fileLinks(deps, blob, { isPublic, now: deps.now() }).thumbnailUrl : null
  }
  const isShown = avatar !== null && !(await findTakedown(deps.db, avatar))
  return {
    shown: isShown ? { sha256: avatar, thumbnailUrl: thumbnailOf(avatar, true) } : null,
    hidden: hidden.map(({ hash, why, at }) => ({
      sha256: hash,
      thumbnailUrl: thumbnailOf(hash, false),
      why: why ?? '',
      at,
    })),
  }
}
