import { randomUUIDv7 } from 'node:crypto'
import type { UploadedFile } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedUpload } from '../http/receive-upload.ts'
import { QUOTA_BYTES, QUOTA_MS, UPLOAD_KEPT_MS } from './file-rules.ts'
import { inspectAndStore } from './inspect-and-store.ts'
import { presentUpload } from './present-upload.ts'
import { findUploads, insertUpload, sumUploadedBytes } from './upload-queries.ts'

/** Inspects a person's upload, stores it for a day, and counts it against their quota. */
export async function storeUpload(
  deps: Pick<Deps, 'config' | 'db' | 'files' | 'now'>,
  {
    owner,
    upload,
    only,
    isAlphaMask,
  }: { owner: string; upload: ReceivedUpload; only?: 'image'; isAlphaMask?: boolean },
): Promise<UploadedFile> {
  const { db, now } = deps
  // Before the work, and again below for simultaneous uploads.
  await refuseOverQuota(db, owner, { bytes: 1, now: now() })
  const { sha256, bytes, kind } = await inspectAndStore(deps, upload, {
    fileName: upload.fileName,
    isAlphaMask,
  })
  if (only && kind !== only) {
    throw new Refusal('unsupported_media_type', 'Send a PNG, JPEG or WebP picture.')
  }
  const id = randomUUIDv7()
  return transaction(db, async (tx) => {
    // One at a time per person, so that ten at once cannot all pass the same check.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${owner}))`)
    const createdAt = now()
    await refuseOverQuota(tx, owner, { bytes, now: createdAt })
    const expiresAt = new Date(createdAt.getTime() + UPLOAD_KEPT_MS)
    await insertUpload(tx, { id, owner, sha256, createdAt, expiresAt })
    const [stored] = await findUploads(tx, owner, [id])
    return presentUpload(deps, stored!)
  })
}

async function refuseOverQuota(
  db: Db,
  owner: string,
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  const sent = await sumUploadedBytes(db, owner, new Date(now.getTime() - QUOTA_MS))
  if (sent + bytes <= QUOTA_BYTES) return
  throw new Refusal('quota_exceeded', `You may send ${QUOTA_BYTES / 1_000_000} MB a day. Try again tomorrow.`)
}
