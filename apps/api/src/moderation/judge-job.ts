import type { Act, Judgement } from '@infra/protocol/moderation'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { setFilesPublic } from '../files/file-uses.ts'
import { noSuchJob } from '../jobs/present-job.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'
import { closeReports, lockShown, setHidden } from './moderation-queries.ts'
import { restoreHashes, takeDownHashes } from './takedown-queries.ts'

const kinds: Record<Judgement, Act['kind']> = {
  hide: 'job_hidden',
  restore: 'job_restored',
  dismiss: 'reports_dismissed',
}

/** Changes the job, its files and the record of moderation in one transaction. */
export async function judgeJob(
  { notifications, db, now }: Pick<Deps, 'notifications' | 'db' | 'now'>,
  { id, moderator, act, why }: { id: string; moderator: string; act: Judgement; why: string },
): Promise<void> {
  const changed = await transaction(db, async (tx) => {
    const job = await lockShown(tx, id)
    if (!job) throw noSuchJob()
    const others = await acts[act](tx, { ...job, id, why, at: now() })
    await insertAuditEvent(tx, {
      at: now(),
      kind: kinds[act],
      address: moderator,
      details: { subject: id, why },
    })
    return [id, ...others]
  })
  // Ends the streams of people who may no longer see it, and updates its owner's.
  for (const one of changed) {
    notifications.publish('job', one)
    notifications.publish('shown', one)
  }
}

/** Each returns the other jobs that changed with it. */
const acts: Record<
  Judgement,
  (tx: Db, job: { id: string; hidden: boolean; why: string; at: Date }) => Promise<string[]>
> = {
  hide: async (tx, { id, hidden, why, at }) => {
    if (hidden) throw decidedAlready('This job is hidden already.')
    await setHidden(tx, id, why)
    await setFilesPublic(tx, id, false)
    await closeReports(tx, id, { outcome: 'hidden', which: 'all' })
    const others = await takeDownHashes(tx, id, at)
    for (const other of others) await setFilesPublic(tx, other, false)
    return others
  },
  restore: async (tx, { id, hidden }) => {
    if (!hidden) throw decidedAlready('This job is not hidden.')
    await setHidden(tx, id, null)
    await setFilesPublic(tx, id, true)
    await closeReports(tx, id, { outcome: 'dismissed', which: 'all' })
    await restoreHashes(tx, id)
    return []
  },
  dismiss: async (tx, { id }) => {
    const closed = await closeReports(tx, id, { outcome: 'dismissed', which: 'open' })
    if (closed === 0) throw decidedAlready('No report of this job waits for a decision.')
    return []
  },
}

function decidedAlready(sentence: string): Refusal {
  return new Refusal('conflict', sentence)
}
