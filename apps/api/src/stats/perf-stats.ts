import type { PerfStats } from '@infra/protocol/stats'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { percentile } from '../nodes/duration-rules.ts'
import { nodesOnline, readNetworkNow } from '../nodes/network-now.ts'
import { dayAgoSql } from '../nodes/node-figures.ts'

/** How many nodes are named at most, however many there are. */
const NAMED_MAX = 20

interface HourRow {
  hour: Date
  appId: string
  finished: number
  failed: number
  runBuckets: number[]
  waitBuckets: number[]
}

const selectHours = statement<HourRow>(
  'network-hours',
  `select hour, app_id as "appId", finished, failed, run_buckets as "runBuckets", wait_buckets as "waitBuckets"
  from network_hours where hour > ${dayAgoSql}`,
)

const selectBusiest = statement<{ nodeId: string; name: string; finished: number }>(
  'busiest-nodes',
  `select node_id as "nodeId", name, day_finished as finished from node_figures join nodes on nodes.id = node_id
  where day_finished > 0 order by day_finished desc, node_id desc limit ${NAMED_MAX}`,
)

const selectTime = statement<{ at: Date }>('database-time', 'select now() as at')

const HOUR_MS = 3_600_000

/** How the network is doing, from figures that are updated as jobs end; jobs and nodes aren't read one by one. */
export async function readPerfStats(db: Db): Promise<PerfStats> {
  const [[time], network, rows, busiest] = await Promise.all([
    selectTime(db, []),
    readNetworkNow(db),
    selectHours(db, []),
    selectBusiest(db, []),
  ])
  const { at } = time!
  const thisHour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: 24 }, (_, index) => thisHour - (23 - index) * HOUR_MS)
  const recent = rows.filter(({ hour }) => hour.getTime() >= thisHour - HOUR_MS)
  return {
    at,
    now: {
      nodesOnline: nodesOnline(network),
      nodes: network.nodes,
      queued: Object.values(network.queued).reduce((sum: number, queued) => sum + queued!, 0),
      running: network.running,
      ...waitsOf(recent),
    },
    hours: hours.map((hour) => {
      const group = rows.filter((row) => row.hour.getTime() === hour)
      return { hour: new Date(hour), ...figuresOf(group), ...waitsOf(group) }
    }),
    apps: [...Map.groupBy(rows, ({ appId }) => appId)].map(([appId, group]) => ({
      appId,
      ...figuresOf(group),
    })),
    nodes: busiest.map(({ nodeId, ...rest }) => ({ nodeId: getAddress(nodeId as Hex), ...rest })),
  }
}

function figuresOf(rows: HourRow[]) {
  const runs = sumOf(rows.map(({ runBuckets }) => runBuckets))
  return {
    finished: rows.reduce((sum, { finished }) => sum + finished, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    p50Seconds: percentile(runs, 0.5),
    p90Seconds: percentile(runs, 0.9),
  }
}

function waitsOf(rows: HourRow[]) {
  const waits = sumOf(rows.map(({ waitBuckets }) => waitBuckets))
  return { waitP50Seconds: percentile(waits, 0.5), waitP90Seconds: percentile(waits, 0.9) }
}

function sumOf(lists: number[][]): number[] {
  const [first = [], ...others] = lists
  return others.reduce((sum, list) => sum.map((count, index) => count + list[index]!), first)
}
