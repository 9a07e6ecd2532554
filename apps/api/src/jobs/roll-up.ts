import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { BUCKETS } from '../nodes/duration-rules.ts'
import { dayAgoSql } from '../nodes/node-figures.ts'

/** SQL: the bucket of a duration. Must equal `bucketOf` in the rules; a test compares them. */
export const bucketSql = (seconds: string) =>
  `least(${BUCKETS - 1}, greatest(0, ceil(ln(greatest(${seconds}, 0.01) / 0.01) / ln(1.25))))::int`

/** SQL: the sum of two lists of buckets, either of which may be empty. */
const bucketSumSql = (one: string, other: string) =>
  `(select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place) from unnest(${one}, ${other}) with ordinality as pair (a, b, place))`

const BATCH = 5_000

/** `which`: an SQL array of the ids of ended jobs to count. Leaves out those that were counted before. */
const countSql = (which: string) => `
  with ended as (
    update jobs set counted = true where id = any(${which}) and position is not null and not counted
    returning date_trunc('hour', finished_at, 'UTC') as hour, app_id, coalesce(node_id, '') as node_id, status, earned,
      coalesce((select account from nodes where nodes.id = jobs.node_id), 0) as account,
      ${bucketSql('extract(epoch from finished_at - started_at)::float8')} as run_bucket,
      ${bucketSql('extract(epoch from started_at - created_at)::float8')} as wait_bucket, started_at
  ),
  figures as (
    select hour, app_id, node_id, account,
      count(*) filter (where status = 'finished') as finished,
      count(*) filter (where status = 'error') as failed,
      sum(earned) as credits
    from ended where status <> 'cancelled' or earned > 0 group by hour, app_id, node_id, account
  ),
  counts as (
    select hour, app_id, node_id, account, place, sum(run) as run, sum(wait) as wait from (
      select hour, app_id, node_id, account, run_bucket as place, 1 as run, 0 as wait from ended where status = 'finished'
      union all
      select hour, app_id, node_id, account, wait_bucket, 0, 1 from ended
      where status <> 'cancelled' and started_at is not null
    ) durations group by hour, app_id, node_id, account, place
  ),
  buckets as (
    select hour, app_id, node_id, account,
      array_agg(coalesce(run, 0) order by place) as runs, array_agg(coalesce(wait, 0) order by place) as waits
    from figures cross join generate_series(0, ${BUCKETS - 1}) as place
      left join counts using (hour, app_id, node_id, account, place)
    group by hour, app_id, node_id, account
  ),
  for_hours as (
    insert into stats_hours as s (hour, app_id, node_id, account, finished, failed, credits, run_buckets, wait_buckets)
    select hour, app_id, node_id, account, finished, failed, credits, runs, waits
    from figures join buckets using (hour, app_id, node_id, account)
    order by hour, app_id, node_id, account
    on conflict (hour, app_id, node_id, account) do update set finished = s.finished + excluded.finished,
      failed = s.failed + excluded.failed, credits = s.credits + excluded.credits,
      run_buckets = ${bucketSumSql('s.run_buckets', 'excluded.run_buckets')},
      wait_buckets = ${bucketSumSql('s.wait_buckets', 'excluded.wait_buckets')}
  ),
  for_network as (
    insert into network_hours as s (hour, app_id, finished, failed, run_buckets, wait_buckets)
    select hour, app_id, sum(finished), sum(failed), runs, waits
    from figures join (
      select hour, app_id, array_agg(run order by place) as runs, array_agg(wait order by place) as waits from (
        select hour, app_id, place, sum(run)::int as run, sum(wait)::int as wait
        from buckets, unnest(runs, waits) with ordinality as bucket (run, wait, place) group by hour, app_id, place
      ) sums group by hour, app_id
    ) together using (hour, app_id)
    group by hour, app_id, runs, waits order by hour, app_id
    on conflict (hour, app_id) do update set finished = s.finished + excluded.finished, failed = s.failed + excluded.failed,
      run_buckets = ${bucketSumSql('s.run_buckets', 'excluded.run_buckets')},
      wait_buckets = ${bucketSumSql('s.wait_buckets', 'excluded.wait_buckets')}
  ),
  for_nodes as (
    insert into node_figures as s (node_id, finished, failed, credits, run_buckets, day_finished)
    select node_id, sum(finished), sum(failed), sum(credits), runs,
      coalesce(sum(finished) filter (where hour > ${dayAgoSql}), 0)
    from figures join (
      select node_id, array_agg(run order by place) as runs from (
        select node_id, place, sum(run)::int as run from buckets, unnest(runs) with ordinality as bucket (run, place)
        group by node_id, place
      ) sums group by node_id
    ) together using (node_id)
    where node_id <> '' group by node_id, runs order by node_id
    on conflict (node_id) do update set finished = s.finished + excluded.finished, failed = s.failed + excluded.failed,
      credits = s.credits + excluded.credits, day_finished = s.day_finished + excluded.day_finished,
      run_buckets = ${bucketSumSql('s.run_buckets', 'excluded.run_buckets')}
  )
  select count(*)::int as counted from ended`

// An array, because with a subquery PostgreSQL plans for a whole batch each time, and reads all jobs to find the few.
const rollUpBatch = statement<{ counted: number }>(
  'roll-up-stats',
  countSql(`array(
    select id from jobs where position is not null and not counted order by position limit ${BATCH} for update skip locked
  )`),
)
const countThese = statement('count-deleted', countSql('$1::uuid[]'))

/**
 * Adds jobs that ended since the last time to the hourly figures and those of network and nodes. Each job is counted once, however many
 * processes do it.
 */
export async function rollUp(db: Db): Promise<void> {
  while (!(await transaction(db, countBatch)));
}

/** Returns whether that was all of them. */
async function countBatch(tx: Db): Promise<boolean> {
  const [batch] = await rollUpBatch(tx, [])
  return batch!.counted < BATCH
}

/**
 * The same for jobs that are about to be deleted, since they were run and paid for. Waits for another process that is counting them right
 * now, because that one may still fail.
 */
export async function countDeleted(tx: Db, ids: string[]): Promise<void> {
  await countThese(tx, [ids])
}
