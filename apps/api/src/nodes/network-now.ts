import { catalogue } from '@infra/protocol/apps/catalogue'
import { MAP_CELLS, type MapCell, type NodeState } from '@infra/protocol/nodes'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import { claimLevel, IS_QUEUED, IS_RESTING, isAppPaused, mayClaim } from '../matching/eligible-nodes.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

/** How many nodes the whole network has, and what they do. */
export interface NetworkNow {
  nodes: Record<NodeState, number>
  /** Running jobs. */
  running: number
  /** Waiting jobs by app. */
  queued: Partial<Record<string, number>>
  /** Nodes that can run an app now or once they have a free slot, those that have one, and those that also get private jobs. */
  apps: Partial<Record<string, { able: number; free: number; trusted: number }>>
  /** By the index of the map cell. */
  map: Partial<Record<string, MapCell>>
}

/**
 * Counts are at most this old, or 100 times as old as counting took, so that counting takes no more than a hundredth of the time. But on a
 * busy machine a single slow count must not keep old figures on the screens.
 */
const AGE_MS = 1_000
const TIMES_AS_LONG = 100
const AGE_MS_MAX = 5_000

/** Counts all nodes, so its cost grows with them. `canRun` in the matching rules is the same condition; a test compares them. */
const countNetwork = statement<{ counts: NetworkNow }>(
  'count-network',
  `with leased as (select node_id, count(*)::int as running from leases group by node_id),
  seen as materialized (
    select n.id, n.apps, n.paused_apps, n.levels, n.slots, coalesce(l.running, 0) as running,
      coalesce((n.hardware ->> 'memoryMb')::int, 0) as memory,
      coalesce(n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds', false) as online,
      ${IS_RESTING} as resting
    from nodes n left join leased l on l.node_id = n.id where n.removed_at is null
  ),
  -- Many nodes are alike; each kind is evaluated once.
  kinds as (
    select apps, paused_apps, levels, memory, count(*) as able, count(*) filter (where running < slots) as free
    from seen where online and not resting group by apps, paused_apps, levels, memory
  ),
  able as (
    select a.id, sum(n.able) as able, sum(n.free) as free,
      coalesce(sum(n.able) filter (where ${claimLevel('a.id')} = 'trusted'), 0) as trusted
    from kinds n cross join lateral jsonb_to_recordset(n.apps) as served (id text, version int)
    join unnest($1::text[], $2::int[], $3::int[]) as a (id, version, memory) on a.id = served.id and a.version = served.version
    where n.memory >= a.memory and not ${isAppPaused('a.id')} and ${mayClaim('a.id', "'public'")}
    group by a.id
  ),
  cells as (
    select ('x' || right(id, 6))::bit(24)::int % ${MAP_CELLS} as cell, count(*) as nodes, count(*) filter (where online) as online,
      sum(running) as running, coalesce(sum(slots) filter (where online), 0) as slots
    from seen group by cell
  ),
  waiting as (select app_id, count(*) as queued from jobs where ${IS_QUEUED} group by app_id)
  select jsonb_build_object(
    'nodes', (select jsonb_build_object(
      'offline', count(*) filter (where not online),
      'maintenance', count(*) filter (where online and resting),
      'busy', count(*) filter (where online and not resting and running >= slots),
      'online', count(*) filter (where online and not resting and running < slots)) from seen),
    'running', (select coalesce(sum(running), 0) from leased),
    'queued', (select coalesce(jsonb_object_agg(app_id, queued), '{}') from waiting),
    'apps', (select coalesce(jsonb_object_agg(id, jsonb_build_object('able', able, 'free', free, 'trusted', trusted)), '{}') from able),
    'map', (select coalesce(jsonb_object_agg(cell, jsonb_build_array(nodes, online, running, slots)), '{}') from cells)
  ) as counts`,
)

interface Kept {
  counts: NetworkNow
  ageMs: number
  tookMs: number
}

const columns = `counts, extract(epoch from now() - counted_at)::float8 * 1000 as "ageMs", took_ms as "tookMs"`
const selectNow = statement<Kept>('network-now', `select ${columns} from network_now`)
const lockNow = statement<Kept>('lock-network-now', `select ${columns} from network_now for update`)
const keepNow = statement(
  'keep-network-now',
  'update network_now set counts = $1, took_ms = $2, counted_at = clock_timestamp()',
)

/** One process counts for all of them, so that twenty processes don't count the same nodes twenty times. */
export async function readNetworkNow(db: Db): Promise<NetworkNow> {
  const [kept] = await selectNow(db, [])
  if (isCurrent(kept!)) return kept!.counts
  return transaction(db, async (tx) => {
    // Other processes that find the counts too old wait here for the first of them.
    const [locked] = await lockNow(tx, [])
    if (isCurrent(locked!)) return locked!.counts
    const start = performance.now()
    const { counts } = (await countNetwork(tx, catalogueColumns()))[0]!
    await keepNow(tx, [counts, performance.now() - start])
    return counts
  })
}

/** The same for many callers of one process. */
export function cachedNetworkNow(db: Db): () => Promise<NetworkNow> {
  return memoizeForMs(AGE_MS, () => readNetworkNow(db))
}

function isCurrent({ ageMs, tookMs }: Kept): boolean {
  return ageMs < Math.max(AGE_MS, Math.min(AGE_MS_MAX, TIMES_AS_LONG * tookMs))
}

function catalogueColumns(): unknown[] {
  return [
    catalogue.map(({ id }) => id),
    catalogue.map(({ version }) => version),
    catalogue.map(({ limits }) => limits.memoryMb),
  ]
}

export function nodesOnline({ nodes }: NetworkNow): number {
  return nodes.online + nodes.busy + nodes.maintenance
}
