import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { rollUp } from '../../jobs/roll-up.ts'
import { HOUR_MS, HOURS } from '../week.ts'
import type { SimulatedJob, SimulatedNode } from './network.ts'

/** Moves what was just simulated into the last seven days: jobs with their ids, which contain when they were made, and who was online. */
export async function ageWeek(
  { db }: Pick<Deps, 'db'>,
  { finished, nodes, beginMs }: { finished: SimulatedJob[]; nodes: SimulatedNode[]; beginMs: number },
): Promise<void> {
  const moved = finished.map(({ id, at, begun, ended }) => ({
    id,
    aged: idAt(beginMs + at, id),
    at: beginMs + at,
    begun: beginMs + begun,
    ended: beginMs + ended,
  }))
  await db.transaction(async (tx) => {
    // Rows that refer to a job keep its former id; nobody reads them here.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      update jobs set id = aged, created_at = to_timestamp(at / 1000), started_at = to_timestamp(begun / 1000),
        finished_at = to_timestamp(ended / 1000)
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
        as moved (id uuid, aged uuid, at float8, begun float8, ended float8) where jobs.id = moved.id`)
  })
  for (const { node, isOn } of nodes) {
    const hours = Array.from({ length: HOURS }, (_, hour) => new Date(beginMs + hour * HOUR_MS)).filter(
      (hour) => isOn(hour.getUTCHours()),
    )
    await db.execute(sql`
      insert into node_hours (node_id, hour, minutes)
      select ${node.id.toLowerCase()}, hour, (1::bigint << 60) - 1 from unnest(${sql.param(hours)}::timestamptz[]) hour
      on conflict (node_id, hour) do update set minutes = excluded.minutes`)
  }
  await rollUp(db)
}

function idAt(ms: number, id: string): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`
}
