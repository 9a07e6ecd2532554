import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { transaction } from '../../db/transaction.ts'
import { IS_RESTING } from '../../matching/eligible-nodes.ts'
import { listNodesById } from '../../nodes/node-queries.ts'
import { whyNoJobs } from '../../nodes/node-rules.ts'
import { OFFLINE_SECONDS } from '../alert-rules.ts'
import { EXPECTED_JOBS, IDLE_HOURS_MAX, type IdleNode, NO_JOBS_HOURS, whyIdle } from './idle-rules.ts'

const TAKES_JOBS = `(n.removed_at is null and not ${IS_RESTING} and n.last_seen_at > now() - interval '${OFFLINE_SECONDS} seconds')`

const deleteUnavailable = statement(
  'delete-unavailable-nodes',
  `delete from available_nodes a using nodes n where n.id = a.node_id and not coalesce(${TAKES_JOBS}, false)`,
)

const insertAvailable = statement(
  'insert-available-nodes',
  `insert into available_nodes (node_id) select n.id from nodes n where ${TAKES_JOBS} on conflict do nothing`,
)

/** SQL: the beginning of the hour that is counted now. What ended before has been counted a minute later. */
const THIS_HOUR = `date_trunc('hour', now() - interval '1 minute', 'UTC')`

/** One process at a time; another has it done already. */
const begin = statement('begin-idle-sweep', 'select from alert_watch for update skip locked')

const beginHour = statement(
  'begin-idle-hour',
  `update alert_watch set idle_swept_at = ${THIS_HOUR} where idle_swept_at < ${THIS_HOUR} returning id`,
)

/** SQL: jobs that the node did in the hours from `from` to `until`. */
const jobsOf = (from: string, until: string) => `coalesce((
      select sum(s.finished + s.failed) from stats_hours s where s.node_id = q.node_id and s.hour >= ${from} and s.hour < ${until}
    ), 0)::int`

/**
 * Nodes that have had no job since the end of some hour, and how long, with what they did in the same hours before. Only those for which the
 * time could be unusual.
 */
const listIdle = statement<Omit<IdleNode, 'whyNoJobs'> & { nodeId: string; idleSince: Date }>(
  'list-idle-nodes',
  `with last as (
    select a.node_id, greatest(date_trunc('hour', a.since, 'UTC') + interval '1 hour', ${THIS_HOUR} - interval '${IDLE_HOURS_MAX} hours', (
      select max(s.hour) + interval '1 hour' from stats_hours s where s.node_id = a.node_id and s.hour >= ${THIS_HOUR} - interval '${IDLE_HOURS_MAX} hours'
    )) as idle_since
    from available_nodes a where a.node_id not in (select node_id from leases)
  ),
  q as (
    select node_id, idle_since, (extract(epoch from ${THIS_HOUR} - idle_since) / 3600)::int as hours from last where idle_since < ${THIS_HOUR}
  ),
  compared as (
    select q.*, ${jobsOf(`q.idle_since - interval '7 days'`, `${THIS_HOUR} - interval '7 days'`)} as week_ago, (
      select sum(${jobsOf(`q.idle_since - make_interval(days => day)`, `${THIS_HOUR} - make_interval(days => day)`)})
      from generate_series(1, 7) day
    )::float8 / 7 as per_day
    from q
  )
  select node_id as "nodeId", idle_since as "idleSince", hours, week_ago as "weekAgo", per_day as "perDay", coalesce((
    select sum(h.finished) from network_hours h join nodes n on n.id = node_id and n.apps @> jsonb_build_array(jsonb_build_object('id', h.app_id))
    where h.hour >= idle_since and h.hour < ${THIS_HOUR}
  ), 0)::int as "byOthers"
  from compared where hours >= ${NO_JOBS_HOURS} or least(week_ago, per_day) >= ${EXPECTED_JOBS}`,
)

const setIdle = statement(
  'set-idle-nodes',
  `update available_nodes a set idle_since = found.since, idle_because = found.because
  from unnest($1::text[], $2::timestamptz[], $3::text[]) as found (id, since, because)
  where a.node_id = found.id and a.idle_because is null`,
)

/** They had a job since. What else changed is no reason to say that it is over. */
const endIdle = statement(
  'end-idle-nodes',
  `update available_nodes a set idle_since = null, idle_because = null
  where idle_because is not null and (
    select max(s.hour) from stats_hours s where s.node_id = a.node_id and s.hour >= a.idle_since and s.finished + s.failed > 0
  ) is not null`,
)

/** Keeps which nodes take jobs, whose idle time is over, and once an hour which ones have had no jobs for an unusual time. */
export async function sweepIdleNodes({ db }: { db: Db }): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await begin(tx, [])).length === 0) return
    await deleteUnavailable(tx, [])
    await insertAvailable(tx, [])
    await endIdle(tx, [])
    if ((await beginHour(tx, [])).length > 0) await findIdle(tx)
  })
}

async function findIdle(tx: Db): Promise<void> {
  const quiet = new Map((await listIdle(tx, [])).map((node) => [node.nodeId, node]))
  const rows = await listNodesById(tx, [...quiet.keys()])
  const found = rows.flatMap((row) => {
    const { idleSince, ...node } = quiet.get(row.id)!
    const because = row.online ? whyIdle({ ...node, whyNoJobs: whyNoJobs(row, catalogue) }) : null
    return because === null ? [] : [{ nodeId: row.id, idleSince, because }]
  })
  await setIdle(tx, [
    found.map(({ nodeId }) => nodeId),
    found.map(({ idleSince }) => idleSince),
    found.map(({ because }) => because),
  ])
}
