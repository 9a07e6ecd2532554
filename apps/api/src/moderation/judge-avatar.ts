import type { AvatarJudgement } from '@infra/protocol/moderation'
import { Refusal } from '@infra/protocol/refusal'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { findTakedown } from '../files/blob-queries.ts'
import { setFilesPublic } from '../files/file-uses.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'
import { foundUser } from '../users/found-user.ts'
import { lockUser } from '../users/user-queries.ts'
import { restoreAvatar, takeDownAvatar } from './takedown-queries.ts'

interface Decision {
  /** Whose picture it is. */
  address: string
  /** The picture that the moderator saw; the person may have changed it since. */
  sha256: string
  act: AvatarJudgement
  why: string
  moderator: string
}

/** Takes a person's picture down, or restores it. Does and records nothing if that was already done. */
export async function judgeAvatar(
  { notifications, db, now }: Pick<Deps, 'notifications' | 'db' | 'now'>,
  { address, sha256, act, why, moderator }: Decision,
): Promise<void> {
  const hiddenJobs = await transaction(db, async (tx) => {
    const { avatar } = foundUser(await lockUser(tx, address))
    const changed = await acts[act](tx, { address, avatar, sha256, why, at: now() })
    if (!changed) return []
    const subject = getAddress(address as Hex)
    const kind = act === 'hide' ? 'avatar_hidden' : 'avatar_restored'
    await insertAuditEvent(tx, { at: now(), kind, address: moderator, details: { subject, sha256, why } })
    return changed.hiddenJobs
  })
  for (const id of hiddenJobs) {
    notifications.publish('job', id)
    notifications.publish('shown', id)
  }
}

interface Picture {
  address: string
  avatar: string | null
  sha256: string
  why: string
  at: Date
}

/** Each returns the results that were hidden with it, or undefined if there was nothing to do. */
const acts: Record<
  AvatarJudgement,
  (tx: Db, picture: Picture) => Promise<{ hiddenJobs: string[] } | undefined>
> = {
  hide: async (tx, { avatar, ...picture }) => {
    if (avatar !== picture.sha256 && !(await findTakedown(tx, picture.sha256))) {
      throw new Refusal('conflict', 'This person shows another picture now, or none.')
    }
    const hiddenJobs = await takeDownAvatar(tx, picture)
    for (const id of hiddenJobs ?? []) await setFilesPublic(tx, id, false)
    return hiddenJobs && { hiddenJobs }
  },
  restore: async (tx, { address, avatar, sha256 }) => {
    if (await restoreAvatar(tx, { address, sha256 })) return { hiddenJobs: [] }
    const isShown = avatar === sha256 && !(await findTakedown(tx, sha256))
    if (!isShown) throw new Refusal('not_found', 'No such picture of this person was taken down.')
  },
}
