import { findApp } from '@infra/protocol/apps/catalogue'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { JOB_TTL_HOURS } from '../jobs/job-rules.ts'
import type { ClaimLevel } from '../trust/trust-records.ts'
import { findOnlineTimes, HOUR_MS, HOURS, MINUTE_MS, type Week, type WeekJob, type WeekNode } from './week.ts'

/** How much is read and replayed at most, however many orders and nodes there are. */
const JOBS_MAX = 3_000
const NODES_MAX = 100
const JOBS_READ_MAX = 60_000

const countJobs = statement<{ now: Date; jobs: number }>(
  'count-week',
  `select now() as now, coalesce(sum(finished + failed), 0)::float8 as jobs from network_hours where hour > now() - interval '${HOURS} hours'`,
)

interface JobRow {
  window: number
  createdMs: number
  appId: string
  isPrivate: boolean
  payer: string
  price: number
  charged: number | null
  granted: number
  status: string
  nodeId: string | null
  waitedMs: number | null
  ranMs: number | null
  staysMs: number | null
}

/** Selects by ids, which begin with the time at which they were made: one range of the primary key per part of an hour. */
const selectJobs = statement<JobRow>(
  'week-jobs',
  `select w.place::int - 1 as window, extract(epoch from created_at)::float8 * 1000 as "createdMs", app_id as "appId",
    visibility = 'private' as "isPrivate", payer::text as payer, price, charged, granted, status, node_id as "nodeId",
    extract(epoch from started_at - created_at)::float8 * 1000 as "waitedMs",
    extract(epoch from finished_at - started_at)::float8 * 1000 as "ranMs",
    extract(epoch from finished_at - created_at)::float8 * 1000 as "staysMs"
  from unnest($1::uuid[], $2::uuid[]) with ordinality as w (first, last, place)
  join lateral (
    select * from jobs where id >= w.first and id < w.last and for_node_id is null and check_id is null and not unpaid
  ) j on true
  limit $3`,
)

interface NodeRow {
  id: string
  apps: { id: string; version: number }[]
  memoryMb: number
  mflops: number
  slots: number
  levels: Partial<Record<string, ClaimLevel>> | null
  nodes: number
}

/** The last digits of addresses are as good as random. */
const selectNodes = statement<NodeRow>(
  'week-nodes',
  `select id, apps, slots, levels, coalesce((hardware ->> 'memoryMb')::int, 0) as "memoryMb",
    coalesce((hardware ->> 'mflops')::int, 0) as mflops, count(*) over ()::int as nodes
  from nodes where last_seen_at > now() - interval '${HOURS} hours' and suspended_because is null
  order by right(id, 8) limit ${NODES_MAX}`,
)

const selectMinutes = statement<{ nodeId: string; hour: Date; first: number; second: number }>(
  'week-minutes',
  `select node_id as "nodeId", hour, (minutes & 1073741823)::int as first, (minutes >> 30 & 1073741823)::int as second
  from node_hours where node_id = any($1) and hour > now() - interval '${HOURS + 1} hours'`,
)

/** The last seven days as far as they're known; only a part of them on a busy network. */
export async function readWeek(db: Db): Promise<Week> {
  const [[counted], nodeRows] = await Promise.all([countJobs(db, []), selectNodes(db, [])])
  const share = nodeRows.length / (nodeRows[0]?.nodes ?? 1) || 1
  const jobsMax = Math.min(JOBS_MAX / share, JOBS_READ_MAX)
  const windowMs = Math.ceil(HOUR_MS * Math.min(1, jobsMax / counted!.jobs))
  const beginMs = Math.floor(counted!.now.getTime() / MINUTE_MS) * MINUTE_MS - HOURS * HOUR_MS
  // Many orders come at fixed minutes, so the sampled parts of the hours start at different minutes. A prime spreads them.
  const offsetsMs = Array.from({ length: HOURS }, (_, hour) => (hour * 1_000_003) % (HOUR_MS - windowMs + 1))
  const starts = offsetsMs.map((offset, hour) => beginMs + hour * HOUR_MS + offset)
  const ends = starts.map((start) => start + windowMs)
  const [rows, minutes] = await Promise.all([
    selectJobs(db, [starts.map(firstIdAt), ends.map(firstIdAt), 2 * jobsMax]),
    selectMinutes(db, [nodeRows.map(({ id }) => id)]),
  ])
  const clock = { windowMs, offsetsMs, firstMinute: Math.floor(beginMs / MINUTE_MS) % (24 * 60) }
  const byNode = Map.groupBy(minutes, ({ nodeId }) => nodeId)
  const nodes = nodeRows.map((row) => nodeOf(row, clock, minutesOf(beginMs, byNode.get(row.id) ?? [])))
  const speed = middleOf(nodes.map((node) => node.speed).filter((mflops) => mflops > 0)) ?? 1
  const jobs = jobsOf(rows, { starts, windowMs, speed, nodes })
  return { ...clock, nodes, speed, share, jobs: jobs.filter(({ person }) => isKept(person, share)) }
}

/** The smallest UUIDv7 that could be made at this moment. */
function firstIdAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Keeps this share of all people. */
const isKept = (person: number, share: number) =>
  Math.floor((person + 1) * share) > Math.floor(person * share)

function middleOf(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function minutesOf(beginMs: number, rows: { hour: Date; first: number; second: number }[]): Uint8Array {
  const minutes = new Uint8Array(HOURS * 60)
  for (const { hour, first, second } of rows) {
    const start = (hour.getTime() - beginMs) / MINUTE_MS
    for (let minute = 0; minute < 60; minute++) {
      const bits = minute < 30 ? first : second
      const place = start + minute
      if ((bits >> (minute % 30)) & 1 && place >= 0 && place < minutes.length) minutes[place] = 1
    }
  }
  return minutes
}

function nodeOf(row: NodeRow, clock: Pick<Week, 'windowMs' | 'offsetsMs'>, minutes: Uint8Array): WeekNode {
  const { id, apps, memoryMb, slots, mflops, levels } = row
  const onlineTimes = findOnlineTimes(clock, { minutes })
  return { id, apps, memoryMb, slots, speed: mflops, levels: () => levels, minutes, onlineTimes }
}

function jobsOf(
  rows: JobRow[],
  week: { starts: number[]; windowMs: number; speed: number; nodes: WeekNode[] },
): WeekJob[] {
  const people = new Map<string, number>()
  const speeds = new Map(week.nodes.map(({ id, speed }) => [id, speed]))
  const jobs = rows.flatMap((row): WeekJob[] => {
    const within = row.createdMs - week.starts[row.window]!
    if (!findApp(row.appId)) return []
    const person = people.get(row.payer) ?? people.size
    people.set(row.payer, person)
    const hasRun = row.ranMs !== null && row.status !== 'queued' && row.status !== 'running'
    const isGivenUp = row.waitedMs === null && row.staysMs !== null
    return [
      {
        at: row.window * week.windowMs + Math.min(week.windowMs - 1, Math.max(0, within)),
        appId: row.appId,
        isPrivate: row.isPrivate,
        person,
        price: row.price,
        charge: hasRun ? (row.charged ?? 0) : row.price,
        granted: row.granted,
        work: hasRun ? row.ranMs! * (speeds.get(row.nodeId ?? '') || week.speed) : null,
        waitedMs: row.waitedMs,
        isUnserved: isGivenUp,
        staysMs: isGivenUp ? row.staysMs! : JOB_TTL_HOURS * HOUR_MS,
      },
    ]
  })
  return withUsualWork(jobs).toSorted((a, b) => a.at - b.at)
}

/** Jobs that no node ran get the usual duration of their app. */
function withUsualWork(jobs: WeekJob[]): WeekJob[] {
  const works = new Map(
    [...Map.groupBy(jobs, ({ appId }) => appId)].map(([appId, of]) => [
      appId,
      middleOf(of.flatMap(({ work }) => work ?? [])),
    ]),
  )
  return jobs.map((job) => ({ ...job, work: job.work ?? works.get(job.appId) ?? null }))
}

const selectStanding = statement<{ levels: NodeRow['levels']; mflops: number }>(
  'estimated-node',
  `select levels, coalesce((hardware ->> 'mflops')::int, 0) as mflops from nodes where id = $1 and removed_at is null`,
)

/** The record of the machine in question, if it's a node. */
export async function findStanding(
  db: Db,
  id: string,
): Promise<{ levels: NodeRow['levels']; mflops: number } | undefined> {
  return (await selectStanding(db, [id]))[0]
}
