import { growingCache } from '../concurrency/growing-cache.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import { OFFLINE_AFTER_SECONDS } from './matching-rules.ts'

const PRESENCE_SECONDS = 10

const touch = statement(
  'touch-nodes',
  `with ${asyncCommit}
  update nodes set last_seen_at = now() from (
    select id from nodes, asyncCommit
    where id = any($1) and last_seen_at < now() - interval '${PRESENCE_SECONDS} seconds' for update of nodes skip locked
  ) unseen where nodes.id = unseen.id`,
)

/** Short compared with the time after which a node counts as offline. */
const BATCH_MS = 1_000

/** With more nodes than this, some are written a little more often. */
const NODES_MAX = 100_000

/** Records when a node was last seen: at most every ten seconds, however often it calls, and all nodes of a second in one statement. */
export function trackLastSeen(db: Db): (nodeId: string) => void {
  const recent = growingCache<string, true>(NODES_MAX, { ttl: PRESENCE_SECONDS * 1000 })
  let batch: string[] = []

  function write(): void {
    // If a batch can't be written, the nodes' next calls make up for it.
    touch(db, [batch]).catch(() => {})
    batch = []
  }

  return (nodeId) => {
    if (recent.has(nodeId)) return
    recent.set(nodeId, true)
    if (batch.length === 0) setTimeout(write, BATCH_MS).unref()
    batch.push(nodeId)
  }
}

const recordMinute = statement(
  'note-node-minute',
  `insert into node_hours (node_id, hour, minutes)
  select id, date_trunc('hour', now(), 'UTC'), 1::bigint << extract(minute from now() at time zone 'UTC')::int
  from nodes where removed_at is null and last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds'
  on conflict (node_id, hour) do update set minutes = node_hours.minutes | excluded.minutes`,
)

/** Marks the current minute for every online node. Several API processes may do it: the bit is set once. */
export async function recordOnlineMinute(db: Db): Promise<void> {
  await recordMinute(db, [])
}
