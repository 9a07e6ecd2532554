import type { PerfStats } from '@infra/protocol/stats'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'
import { percentile } from '../nodes/duration-rules.ts'

interface HourRow {
  hour: Date
  appId: string
  nodeId: string
  nodeName: string | null
  finished: number
  failed: number
  runBuckets: number[]
  waitBuckets: number[]
}

const selectHours = statement<HourRow>(
  'perf-hours',
  `select s.hour, s.app_id as "appId", s.node_id as "nodeId", n.name as "nodeName", s.finished, s.failed,
    s.run_buckets as "runBuckets", s.wait_buckets as "waitBuckets"
  from stats_hours s left join nodes n on n.id = s.node_id
  where s.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours'`,
)

const selectNow = statement<{ at: Date; nodesOnline: number; queued: number; running: number }>(
  'perf-now',
  `select now() as at,
    (select count(*)::int from nodes where removed_at is null and last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds') as "nodesOnline",
    (select count(*)::int from jobs where status = 'queued') as queued,
    (select count(*)::int from leases) as running`,
)

const HOUR_MS = 3_600_000

/** How the network is doing, from the hourly figures: the jobs themselves are not read. */
export async function readPerfStats(db: Db): Promise<PerfStats> {
  const [[now], rows] = await Promise.all([selectNow(db, []), selectHours(db, [])])
  const { at, ...counts } = now!
  const thisHour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: 24 }, (_, index) => thisHour - (23 - index) * HOUR_MS)
  const rowsOf = (hour: number, among: HourRow[]) => among.filter((row) => row.hour.getTime() === hour)
  const recent = rows.filter(({ hour }) => hour.getTime() >= thisHour - HOUR_MS)
  const named = rows.filter(({ nodeId }) => nodeId !== '')
  return {
    at,
    now: { ...counts, ...waitsOf(recent) },
    hours: hours.map((hour) => {
      const group = rowsOf(hour, rows)
      return { hour: new Date(hour), ...figuresOf(group), ...waitsOf(group) }
    }),
    apps: [...Map.groupBy(rows, ({ appId }) => appId)].map(([appId, group]) => ({
      appId,
      ...figuresOf(group),
    })),
    nodes: [...Map.groupBy(named, ({ nodeId }) => nodeId)].map(([nodeId, group]) => ({
      nodeId: getAddress(nodeId as Hex),
      name: group[0]!.nodeName ?? 'A node',
      ...figuresOf(group),
      finishedByHour: hours.map((hour) => finishedOf(rowsOf(hour, group))),
    })),
  }
}

function figuresOf(rows: HourRow[]) {
  const runs = sumOf(rows.map(({ runBuckets }) => runBuckets))
  return {
    finished: finishedOf(rows),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    p50Seconds: percentile(runs, 0.5),
    p90Seconds: percentile(runs, 0.9),
  }
}

function finishedOf(rows: HourRow[]): number {
  return rows.reduce((sum, { finished }) => sum + finished, 0)
}

function waitsOf(rows: HourRow[]) {
  const waits = sumOf(rows.map(({ waitBuckets }) => waitBuckets))
  return { waitP50Seconds: percentile(waits, 0.5), waitP90Seconds: percentile(waits, 0.9) }
}

function sumOf(lists: number[][]): number[] {
  const [first = [], ...others] = lists
  return others.reduce((sum, list) => sum.map((count, index) => count + list[index]!), first)
}
