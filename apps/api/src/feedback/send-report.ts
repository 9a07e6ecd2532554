import { randomUUIDv7 } from 'node:crypto'
import { type FeedbackReport, sendBugReport } from '@infra/protocol/feedback'
import { Refusal } from '@infra/protocol/refusal'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findUploads, findVisitorUploads } from '../files/upload-queries.ts'
import { once } from '../http/idempotency.ts'
import { insertReport } from './feedback-queries.ts'

type Answer = z.output<typeof sendBugReport.response>

interface Sending {
  report: FeedbackReport
  sender: string | undefined
  key: string | undefined
  onReplay: () => void
}

/** Stores a report with its pictures, once per key. */
export async function sendReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { report, sender, key, onReplay }: Sending,
): Promise<Answer> {
  const { screenshots = [], ...words } = report
  const createdAt = now()
  const scope = `${sender ?? 'visitor'} POST /bugreport`
  const order = { scope, key, payload: report, now: createdAt, onReplay }
  const answer = await once(db, order, async (tx) => {
    const pictures = await findPictures(tx, { ids: screenshots, sender, now: createdAt })
    const id = randomUUIDv7()
    await insertReport(tx, { id, createdAt, userAddress: sender ?? null, ...words }, pictures)
    return z.encode(sendBugReport.response, { id, createdAt })
  })
  return z.decode(sendBugReport.response, answer)
}

/** Uploaded while signed in or before: a person may sign in between the picture and the report. */
async function findPictures(
  tx: Db,
  { ids, sender, now }: { ids: string[]; sender: string | undefined; now: Date },
): Promise<string[]> {
  const found = await findVisitorUploads(tx, ids)
  if (sender) found.push(...(await findUploads(tx, sender, ids)))
  return ids.map((id, index) => {
    const picture = found.find(
      (upload) => upload.id === id && upload.expiresAt > now && upload.kind === 'image',
    )
    if (picture) return picture.sha256
    throw new Refusal('input_expired', 'A picture of this report has expired. Send it again.', {
      errors: [{ pointer: `/screenshots/${index}`, message: 'has expired' }],
    })
  })
}
