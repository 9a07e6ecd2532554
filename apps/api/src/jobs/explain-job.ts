import type { Waiting } from '@infra/protocol/jobs'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { IS_QUEUED } from '../matching/eligible-nodes.ts'
import { appDurations } from '../nodes/app-durations.ts'
import { nodesOnline, readNetworkNow } from '../nodes/network-now.ts'
import type { JobRow } from './job-queries.ts'
import { explain } from './job-rules.ts'

/** Counts up to this; beyond it, more makes no difference. */
const AHEAD_MAX = 1_000

const countAhead = statement<{ ahead: number }>(
  'count-ahead',
  `select count(*)::int as ahead from (
    select from jobs where ${IS_QUEUED} and app_id = $1 and app_version = $2 and (turn, id) < ($3::bigint, $4::uuid) limit ${AHEAD_MAX}
  ) before`,
)

/** Why the job waits; null if it doesn't. */
export async function explainJob(db: Db, job: JobRow): Promise<Waiting | null> {
  if (job.status !== 'queued') return null
  const network = await readNetworkNow(db)
  const { able = 0, free = 0 } = network.apps[job.appId] ?? {}
  const [row] = await countAhead(db, [job.appId, job.appVersion, job.turn, job.id])
  const durations = await appDurations(db)
  return explain({
    nodesOnline: nodesOnline(network),
    nodesAble: able,
    nodesFree: free,
    ahead: row!.ahead,
    p50Seconds: durations.get(job.appId)?.p50Seconds ?? null,
  })
}
