import type { PublicNode } from '@infra/protocol/nodes'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'

/** SQL: 24 hours before the end of the current hour. */
export const dayAgoSql = `date_trunc('hour', now(), 'UTC') - interval '24 hours'`

export interface NodeFigures {
  nodeId: string
  finished: number
  failed: number
  credits: number
  runBuckets: number[]
  /** In minutes. */
  day: number
  week: number
  month: number
}

const selectFigures = statement<NodeFigures>(
  'node-figures',
  `select f.node_id as "nodeId", f.finished, f.failed, f.credits::float8 as credits, f.run_buckets as "runBuckets",
    (f.minutes_day + u.since)::int as day, (f.minutes_week + u.since)::int as week, (f.minutes_month + u.since)::int as month
  from node_figures f
  cross join lateral (
    select coalesce(sum(bit_count(minutes::bit(64))), 0) as since from node_hours
    where node_id = f.node_id and hour >= greatest(f.until_hour, now() - interval '30 days')
  ) u
  where f.node_id = any($1)`,
)

/** What nodes have done since they joined, and how long they were online. */
export async function listNodeFigures(db: Db, ids: string[]): Promise<Map<string, NodeFigures>> {
  const rows = await selectFigures(db, [ids])
  return new Map(rows.map((row) => [row.nodeId, row]))
}

const selectLastDays = statement<{ nodeId: string; finishedByHour: number[]; failed: number }>(
  'node-last-days',
  `select id as "nodeId", array_agg(coalesce(finished, 0) order by hours.hour) as "finishedByHour",
    coalesce(sum(failed), 0)::int as failed
  from unnest($1::text[]) as nodes (id)
  cross join (select date_trunc('hour', now(), 'UTC') - make_interval(hours => ago) as hour from generate_series(0, 23) as ago) hours
  left join (
    select node_id, hour, sum(finished)::int as finished, sum(failed)::int as failed from stats_hours
    where node_id = any($1) and hour > ${dayAgoSql} group by node_id, hour
  ) counted on counted.node_id = nodes.id and counted.hour = hours.hour
  group by id`,
)

/** What nodes did in the last 24 hours. */
export async function listLastDays(db: Db, ids: string[]): Promise<Map<string, PublicNode['lastDay']>> {
  const rows = await selectLastDays(db, [ids])
  return new Map(rows.map(({ nodeId, ...lastDay }) => [nodeId, lastDay]))
}

const selectDoneSince = statement<{ finished: number; creditsEarned: number }>(
  'node-done-since',
  `select coalesce(sum(finished), 0)::int as finished, coalesce(sum(credits), 0)::float8 as "creditsEarned"
  from stats_hours where node_id = $1 and hour >= greatest(date_trunc('hour', $2::timestamptz, 'UTC'), ${dayAgoSql})`,
)

/** What a node did since a moment of the last 24 hours. */
export async function readDoneSince(
  db: Db,
  id: string,
  since: Date,
): Promise<{ finished: number; creditsEarned: number }> {
  return (await selectDoneSince(db, [id, since]))[0]!
}

/** Nodes per transaction, which takes a few tenths of a second, however many nodes there are. */
const BATCH = 500

const lockDue = statement<{ nodeId: string }>(
  'lock-due-figures',
  `select node_id as "nodeId" from node_figures where until_hour < date_trunc('hour', now(), 'UTC')
  order by until_hour limit ${BATCH} for update skip locked`,
)

const moveWindows = statement(
  'move-figure-windows',
  `update node_figures f set until_hour = date_trunc('hour', now(), 'UTC'), minutes_day = u.day, minutes_week = u.week,
    minutes_month = u.month, day_finished = s.finished,
    uptime = least(1, u.week / greatest(1, least(7 * 24 * 60, extract(epoch from date_trunc('hour', now(), 'UTC') - n.created_at) / 60)))
  from unnest($1::text[]) as due (node_id) join nodes n on n.id = due.node_id
  cross join lateral (
    select coalesce(sum(bit_count(minutes::bit(64))) filter (where hour > ${dayAgoSql}), 0) as day,
      coalesce(sum(bit_count(minutes::bit(64))) filter (where hour > date_trunc('hour', now(), 'UTC') - interval '7 days'), 0) as week,
      coalesce(sum(bit_count(minutes::bit(64))), 0) as month
    from node_hours
    where node_hours.node_id = due.node_id and hour > date_trunc('hour', now(), 'UTC') - interval '30 days'
      and hour < date_trunc('hour', now(), 'UTC')
  ) u
  cross join lateral (
    select coalesce(sum(finished), 0) as finished from stats_hours
    where stats_hours.node_id = due.node_id and hour > ${dayAgoSql}
  ) s
  where f.node_id = due.node_id`,
)

/**
 * Once an hour, moves the day, week and month that each node's figures cover, a batch of nodes at a time. Two statements: once the rows are
 * locked, no roll-up can add a job that the second doesn't see.
 */
export function moveFigureWindows(db: Db): Promise<void> {
  return transaction(db, async (tx) => {
    const due = await lockDue(tx, [])
    if (due.length > 0) await moveWindows(tx, [due.map(({ nodeId }) => nodeId)])
  })
}
