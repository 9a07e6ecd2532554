import { Gauge, type Registry } from 'prom-client'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import { poolOf } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { IS_QUEUED } from '../matching/eligible-nodes.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

interface Figures {
  queued: number
  running: number
  oldestSeconds: number
  nodesOnline: number
  lapsed: number
  drifting: boolean
  checkedSeconds: number | null
  walkedSeconds: number | null
  ahead: number
}

const select = statement<Figures>(
  'network-figures',
  `select
    (select count(*)::int from jobs where ${IS_QUEUED}) as queued,
    (select count(*)::int from leases) as running,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from jobs where ${IS_QUEUED}) as "oldestSeconds",
    (select count(*)::int from nodes where removed_at is null and last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds') as "nodesOnline",
    (select count(*)::int from nodes n join attempts a on a.node_id = n.id and a.ended_at > now() - interval '1 hour'
      where a.state = 'lapsed') as lapsed,
    (select bool_or(drift is not null) from ledger_state) as drifting,
    (select extract(epoch from now() - max(checked_at))::float8 from ledger_state) as "checkedSeconds",
    (select extract(epoch from now() - max(walked_at))::float8 from ledger_state) as "walkedSeconds",
    $1::float8 - extract(epoch from clock_timestamp())::float8 as ahead`,
)

/** One query reads all gauges, so they're from the same moment. */
const CACHED_MS = 1_000

const gauges: Record<string, { help: string; of: (figures: Figures) => number }> = {
  infra_jobs_queued: { help: 'Jobs that wait for a node.', of: ({ queued }) => queued },
  infra_jobs_running: { help: 'Jobs under a lease.', of: ({ running }) => running },
  infra_queue_oldest_seconds: {
    help: 'How long the job that waits longest has waited.',
    of: ({ oldestSeconds }) => oldestSeconds,
  },
  infra_nodes_online: { help: 'Nodes that called lately.', of: ({ nodesOnline }) => nodesOnline },
  infra_leases_lapsed_1h: { help: 'Leases that lapsed in the last hour.', of: ({ lapsed }) => lapsed },
  infra_ledger_drift: {
    help: '1 where the books are not in order and payouts wait.',
    of: ({ drifting }) => Number(drifting),
  },
  infra_ledger_checked_seconds: {
    help: 'How long ago the books were checked; -1 where they never were.',
    of: ({ checkedSeconds }) => checkedSeconds ?? -1,
  },
  infra_ledger_walked_seconds: {
    help: 'How long ago the check of all that was ever written came to its end; -1 where it never did.',
    of: ({ walkedSeconds }) => walkedSeconds ?? -1,
  },
  infra_clock_ahead_seconds: {
    help: 'How far this machine’s clock is ahead of the database’s.',
    of: ({ ahead }) => ahead,
  },
}

/** Gauges of the network's state, for alerting. */
export function networkMetrics(registry: Registry, { db, files }: Pick<Deps, 'db' | 'files'>): void {
  registry.registerMetric(files.verified.damagedReads)
  const read = memoizeForMs(CACHED_MS, async () => (await select(db, [Date.now() / 1000]))[0]!)
  const registers = [registry]
  for (const [name, { help, of }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Without a database, only that fact is reported, below.
        const figures = await read().catch(() => undefined)
        if (figures) this.set(of(figures))
        else this.remove()
      },
    })
  }
  new Gauge({
    name: 'infra_database_up',
    help: '1 where the database answers.',
    registers,
    async collect() {
      this.set(
        await read().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
  const pool = poolOf(db)
  new Gauge({
    name: 'infra_database_connections',
    help: 'Connections to the database: open ones, those that are idle, and callers who wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
