import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { percentile } from './duration-rules.ts'

const selectBuckets = statement<{ appId: string; buckets: number[] }>(
  'app-durations',
  `select app_id as "appId", array_agg(total order by place)::int[] as buckets from (
    select app_id, place, sum(count) as total
    from network_hours s, unnest(s.run_buckets) with ordinality as bucket (count, place)
    where hour > now() - interval '25 hours' group by app_id, place
  ) sums group by app_id`,
)

/** How long jobs of each app took over the last day. */
export async function appDurations(
  db: Db,
): Promise<Map<string, { p50Seconds: number | null; p90Seconds: number | null }>> {
  const rows = await selectBuckets(db, [])
  return new Map(
    rows.map(({ appId, buckets }) => [
      appId,
      { p50Seconds: percentile(buckets, 0.5), p90Seconds: percentile(buckets, 0.9) },
    ]),
  )
}
