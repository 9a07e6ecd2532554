import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../db/sql-state.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { findTakedown, markLoose } from '../files/blob-queries.ts'
import { findUploads } from '../files/upload-queries.ts'
import { nameKey, refuseReserved } from './name-key.ts'
import { lockUser, type UserRow, updateUser } from './user-queries.ts'

interface Change {
  name?: string | null
  bio?: string
  /** The id of an upload. */
  avatar?: string | null
}

/** Changes the given fields. If two people choose the same name at once, the database accepts one of them. */
export async function updateMe(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  address: string,
  { name, bio, avatar: uploadId }: Change,
): Promise<UserRow | undefined> {
  if (name) refuseReserved(name)
  const renamed = name === undefined ? {} : { name, nameKey: name === null ? null : nameKey(name) }
  const change = { ...renamed, ...(bio !== undefined && { bio }) }
  try {
    return await transaction(db, async (tx) => {
      if (uploadId === undefined) return updateUser(tx, address, change)
      const before = await lockUser(tx, address)
      const avatar = uploadId === null ? null : await findPicture(tx, { address, uploadId, now: now() })
      if (before?.avatar && before.avatar !== avatar) await markLoose(tx, [before.avatar])
      return updateUser(tx, address, { ...change, avatar })
    })
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    throw new Refusal('name_taken', 'Someone else has this name.', {
      cause: error,
      errors: [{ pointer: '/name', message: 'is taken' }],
    })
  }
}

async function findPicture(
  tx: Db,
  { address, uploadId, now }: { address: string; uploadId: string; now: Date },
): Promise<string> {
  const [upload] = await findUploads(tx, address, [uploadId])
  if (!upload || upload.expiresAt <= now) {
    throw new Refusal('input_expired', 'This picture has expired. Send it again.', {
      errors: [{ pointer: '/avatar', message: 'has expired' }],
    })
  }
  if (upload.kind === 'image') {
    if (await findTakedown(tx, upload.sha256))
      throw unfit('A moderator has hidden this picture.', 'was hidden by a moderator')
    return fitForAll(upload)
  }
  throw new Refusal('input_kind', 'A profile needs a picture.', {
    errors: [{ pointer: '/avatar', message: 'must be a picture' }],
  })
}

/** Everyone sees it next to the name. */
function fitForAll({ sha256, explicit }: { sha256: string; explicit: boolean | null }): string {
  if (explicit === false) return sha256
  if (explicit === null)
    throw new Refusal(
      'dependency_unavailable',
      'Pictures cannot be checked at the moment. Send it again later.',
      {
        retryAfterSeconds: 30,
      },
    )
  throw unfit('The safety check found this picture explicit.', 'must be fit to be seen by everyone')
}

function unfit(sentence: string, message: string): Refusal {
  return new Refusal('validation_failed', sentence, { errors: [{ pointer: '/avatar', message }] })
}
