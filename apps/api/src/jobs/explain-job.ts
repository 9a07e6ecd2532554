import { findApp } from '@infra/protocol/apps/catalogue'
import type { Waiting } from '@infra/protocol/jobs'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { canRun } from '../matching/matching-rules.ts'
import { appDurations } from '../nodes/app-durations.ts'
import type { SeenNode } from '../nodes/node-queries.ts'
import type { JobRow } from './job-queries.ts'
import { explain } from './job-rules.ts'

/** Counted up to this: beyond it, more makes no difference. */
const AHEAD_MAX = 1_000

const countAhead = statement<{ ahead: number }>(
  'count-ahead',
  `select count(*)::int as ahead from (
    select from jobs where status = 'queued' and app_id = $1 and app_version = $2 and (turn, id) < ($3::bigint, $4::uuid) limit ${AHEAD_MAX}
  ) before`,
)

/** Why it waits; null where it does not. Uses the same rule that decides which node may run it. */
export async function explainJob(db: Db, job: JobRow, nodes: SeenNode[]): Promise<Waiting | null> {
  if (job.status !== 'queued') return null
  const app = findApp(job.appId)!
  const able = nodes.filter((node) => canRun(node, app))
  const [row] = await countAhead(db, [job.appId, job.appVersion, job.turn, job.id])
  const durations = await appDurations(db)
  return explain({
    nodesOnline: nodes.filter(({ online }) => online).length,
    nodesAble: able.length,
    nodesFree: able.filter(({ running, slots }) => running < slots).length,
    ahead: row!.ahead,
    p50Seconds: durations.get(job.appId)?.p50Seconds ?? null,
  })
}
