import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How far back there are figures: the product's windows have 30 days, its charts one. */
const DAYS_ONLINE = 30
const HOURS_OF_JOBS = 48
const BATCH = 500

export const idOfNode = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

/**
 * Inserts nodes as a running network has them: nine in ten online, each with three apps, with jobs of each in every hour of the last two
 * days, and with its minutes online of a month. Also inserts the sums that the product would have computed from them.
 */
export async function fillNodes(
  database: pg.Client,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await database.query(`insert into users (address, name, name_key, created_at)
    select '0x' || lpad(to_hex(n), 40, 'a'), 'Operator ' || n, 'operator' || n, now() from generate_series(1, 100) n on conflict do nothing`)
  for (let first = from; first <= to; first += BATCH)
    await fillBatch(database, first, Math.min(to, first + BATCH - 1))
  await database.query(`insert into network_hours (hour, app_id, finished, failed, run_buckets, wait_buckets)
    select hour, app_id, sum(finished), sum(failed), min(run_buckets), min(wait_buckets) from stats_hours group by hour, app_id
    on conflict (hour, app_id) do update set finished = excluded.finished, failed = excluded.failed`)
  await untilWindowsAreMoved(database)
  await database.query('analyze')
  await database.query('checkpoint')
}

/** The API moves the windows of some nodes every few seconds. */
async function untilWindowsAreMoved(database: pg.Client): Promise<void> {
  const due = `select from node_figures where until_hour < date_trunc('hour', now(), 'UTC') limit 1`
  while ((await database.query(due)).rowCount) await sleep(500)
}

async function fillBatch(database: pg.Client, from: number, to: number): Promise<void> {
  const id = `'0x' || lpad(to_hex(n), 40, '0')`
  await database.query(
    `insert into nodes (id, operator, account, name, slots, created_at, last_seen_at, hardware, apps, session_id)
    select ${id}, '0x' || lpad(to_hex(1 + n % 100), 40, 'a'), (select min(id) from ledger_accounts), 'Rack ' || n, 2,
      now() - interval '40 days', now() + case when n % 10 = 0 then interval '-1 day' else interval '1 day' end,
      '{"cores": 8, "memoryMb": 16384, "mflops": 900, "platform": "linux"}',
      '[{"id": "upscale", "version": 1}, {"id": "cut-out", "version": 1}, {"id": "speak", "version": 1}]', gen_random_uuid()
    from generate_series($1::int, $2::int) n`,
    [from, to],
  )
  await database.query(
    `insert into stats_hours (hour, app_id, node_id, account, finished, failed, credits, run_buckets, wait_buckets)
    select date_trunc('hour', now(), 'UTC') - make_interval(hours => ago), app, ${id}, 1, 1 + (n + ago) % 3, (n + ago) % 20 / 19, 5,
      array_fill(0, array[30]) || array[1 + (n + ago) % 3] || array_fill(0, array[25]),
      array_fill(0, array[10]) || array[1 + (n + ago) % 3] || array_fill(0, array[45])
    from generate_series($1::int, $2::int) n, generate_series(0, ${HOURS_OF_JOBS - 1}) ago,
      unnest('{upscale,cut-out,speak}'::text[]) app`,
    [from, to],
  )
  await database.query(
    `insert into node_hours (node_id, hour, minutes)
    select ${id}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ago), (1::bigint << 60) - 1
    from generate_series($1::int, $2::int) n, generate_series(0, ${DAYS_ONLINE * 24 - 1}) ago
    on conflict do nothing`,
    [from, to],
  )
  await database.query(
    `update node_figures f set finished = s.finished, failed = s.failed, credits = s.credits, run_buckets = s.buckets,
      until_hour = '-infinity'
    from (
      select node_id, sum(finished) as finished, sum(failed) as failed, sum(credits) as credits, min(run_buckets) as buckets
      from stats_hours where node_id = any($1) group by node_id
    ) s where s.node_id = f.node_id`,
    [Array.from({ length: to - from + 1 }, (_, n) => idOfNode(from + n))],
  )
}
