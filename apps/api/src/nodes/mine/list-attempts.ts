import { findApp } from '@infra/protocol/apps/catalogue'
import {
  FAILURE_DAYS,
  FAILURES_COUNTED_MAX,
  type FailureCount,
  type NodeAttempt,
} from '@infra/protocol/nodes/my-nodes'
import { PAGE_LIMIT } from '@infra/protocol/values/page'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

interface AttemptQuery {
  /** The operator's account, because what the node did for an earlier operator isn't theirs. */
  account: number
  nodeId: string
  limit?: number
  before?: string
  only?: 'failed'
}

/** Must match the partial index. */
const IS_FAILURE = `state in ('failed', 'lapsed')`

const COLUMNS = `a.id, j.app_id as "appId", a.state, a.reason, a.detail, a.started_at as "startedAt", a.ended_at as "endedAt",
    case when j.visibility = 'public' and not j.hidden and j.status = 'finished' then j.id end as "jobId",
    case when a.state = 'finished' and j.check_status ->> 'state' in ('agreed', 'unclear', 'contradicted') then j.check_status ->> 'state' end as check`

type AttemptRow = Omit<NodeAttempt, 'app'> & { appId: string }

/** Reads one more than the page has. */
export async function listAttempts(db: Db, query: AttemptQuery): Promise<NodeAttempt[]> {
  const { account, nodeId, limit = PAGE_LIMIT, before, only } = query
  const conditions = ['a.node_id = $1', 'a.account = $2']
  if (only) conditions.push(`a.${IS_FAILURE}`)
  if (before)
    conditions.push('(a.ended_at, a.id) < (select ended_at, id from attempts where id = $4 and node_id = $1)')
  const text = `select ${COLUMNS} from attempts a join jobs j on j.id = a.job_id
    where ${conditions.join(' and ')} order by a.ended_at desc, a.id desc limit $3`
  const name = ['list-node-attempts', only, before && 'before'].filter(Boolean).join(' ')
  const values = [nodeId, account, limit + 1, ...(before ? [before] : [])]
  const rows = await statement<AttemptRow>(name, text)(db, values)
  return rows.map(({ appId, ...row }) => ({
    ...row,
    app: { id: appId, name: findApp(appId)?.name ?? appId },
  }))
}

const selectFailures = statement<FailureCount>(
  'count-node-failures',
  `select state, reason, count(*)::int as count, max(ended_at) as "lastAt" from (
    select state, reason, ended_at from attempts
    where node_id = $1 and account = $2 and ${IS_FAILURE} and ended_at > now() - interval '${FAILURE_DAYS} days'
    order by ended_at desc limit ${FAILURES_COUNTED_MAX}
  ) lately group by state, reason order by count desc, "lastAt" desc`,
)

export async function countFailures(db: Db, nodeId: string, account: number): Promise<FailureCount[]> {
  return selectFailures(db, [nodeId, account])
}
