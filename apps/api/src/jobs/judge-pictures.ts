import type { Logger } from 'pino'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { setExplicit } from '../files/blob-queries.ts'
import { setFilesPublic } from '../files/file-uses.ts'
import { inspectInChild } from '../files/inspection/inspect-in-child.ts'
import { withThumbnail } from '../files/inspection/with-thumbnail.ts'

/** Per sweep; the next one continues. */
const JUDGED_MAX = 50

const listUnjudged = statement<{ sha256: string }>(
  'list-unjudged',
  `select distinct b.sha256 from jobs j join file_uses u on u.job_id = j.id join blobs b on b.sha256 = u.sha256
  where j.hidden_because = 'unjudged' and b.kind in ('image', 'svg') and b.explicit is null limit ${JUDGED_MAX}`,
)

const showJudged = statement<{ id: string; isPublic: boolean }>(
  'show-judged',
  `with judged as (
    select j.id, bool_or(b.explicit) as explicit
    from jobs j join file_uses u on u.job_id = j.id join blobs b on b.sha256 = u.sha256
    where j.hidden_because = 'unjudged' and b.kind in ('image', 'svg')
    group by j.id having not bool_or(b.explicit is null)
  )
  update jobs set hidden = explicit or coalesce(check_status ->> 'state' = 'checking', false),
    hidden_because = case when explicit then 'explicit' when check_status ->> 'state' = 'checking' then 'checking' end, seq = seq + 1
  from judged where jobs.id = judged.id and hidden_because = 'unjudged'
  returning jobs.id, visibility = 'public' and not hidden as "isPublic"`,
)

/** Classifies pictures that were uploaded while the weights were missing, and shows the jobs whose pictures are harmless. */
export async function judgePictures(
  { db, files, notifications }: Pick<Deps, 'db' | 'files' | 'notifications'>,
  logger: Logger,
): Promise<void> {
  const unjudged = await listUnjudged(db, [])
  if (unjudged.length === 0) return
  const model = await files.safetyModel()
  if (!model) return logger.warn('Pictures wait to be judged: the weights "nsfw" are not here.')
  for (const { sha256 } of unjudged) {
    const explicit = await judge(files, sha256, model)
    if (explicit !== null) await setExplicit(db, sha256, explicit)
  }
  const shown = await transaction(db, async (tx) => {
    const changed = await showJudged(tx, [])
    for (const { id, isPublic } of changed) if (isPublic) await setFilesPublic(tx, id, true)
    return changed
  })
  for (const { id, isPublic } of shown) {
    notifications.publish('job', id)
    if (isPublic) notifications.publish('feed', id)
  }
}

async function judge(files: Deps['files'], sha256: string, model: string): Promise<boolean | null> {
  const inspected = await withThumbnail(files, sha256, (path) =>
    inspectInChild({ path, as: { kind: 'image' }, model }),
  )
  return inspected?.explicit ?? null
}
