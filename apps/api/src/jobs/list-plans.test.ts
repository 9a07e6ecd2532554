import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sweepIdleNodes } from '../alerts/idle/sweep-idle-nodes.ts'
import { claimNextJob } from '../attempts/claim-next-job.ts'
import { failAttempt } from '../attempts/fail-attempt.ts'
import { lapseLeases } from '../attempts/lapse-leases.ts'
import { findInputFile, findLeasedJob } from '../attempts/lease-queries.ts'
import { releaseAllOf } from '../attempts/release-attempt.ts'
import { renewLease } from '../attempts/renew-lease.ts'
import { sweepLeases } from '../attempts/sweep-leases.ts'
import { listExamples } from '../catalogue/list-examples.ts'
import { listStatement } from '../ledger/ledger-queries.ts'
import { listNodeIds } from '../nodes/list-nodes.ts'
import { countFailures, listAttempts } from '../nodes/mine/list-attempts.ts'
import { countMyNodes } from '../nodes/mine/my-node-queries.ts'
import { readNetworkNow } from '../nodes/network-now.ts'
import { moveFigureWindows } from '../nodes/node-figures.ts'
import { listNodesById } from '../nodes/node-queries.ts'
import { presentNodes } from '../nodes/present-node.ts'
import { readEarnings } from '../stats/earnings.ts'
import { readPerfStats } from '../stats/perf-stats.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { recountNetwork } from '../test/recount-network.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { expireJobs } from './expire-jobs.ts'
import { listFavorites, listFeed, listFeedAfter, listGallery, listJobsOf } from './job-queries.ts'
import { prepareJob } from './prepare-job.ts'
import { rollUp } from './roll-up.ts'
import { insertJob } from './submit-job.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
const alice = (await signInSomeone(testApi)).address.toLowerCase()
const { id: nodeId, operator } = await startNode(testApi)
const node = {
  id: nodeId.toLowerCase(),
  sessionId: crypto.randomUUID(),
  apps: [{ id: 'echo', version: 1 }],
  memoryMb: 8192,
  levels: null,
  away: null,
}
await db.execute(sql`update nodes set session_id = ${node.sessionId}`)

const JOBS = 20_000
// Triggers on money and owners are off, because only the plans matter here.
await db.execute(
  sql`alter table jobs disable trigger all; alter table favorites disable trigger all; alter table leases disable trigger all`,
)
await db.execute(sql`
  insert into jobs (id, app_id, app_version, user_address, payer, input, input_hash, visibility, status, turn, price, expires_at,
    position, finished_at, started_at, counted, attempt_id, node_id, created_at, receipt)
  select ('01980000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n % 100 = 0 then 'vectorise' else 'echo' end, 1,
    case when n % 100 = 0 then ${alice} else '0x' || lpad(to_hex(n % 300), 40, '0') end, 1, '{}', '', 'public', status,
    n, 1, now() + interval '1 day', case when status = 'finished' then n end, case when status = 'finished' then now() end, now(), n < 19680,
    case when status <> 'queued' then gen_random_uuid() end,
    case when status <> 'queued' then ${node.id} end, now(), case when status = 'finished' then '{}'::jsonb end
  from generate_series(1, ${JOBS}::int) as n,
    lateral (select case when n > 19800 then 'queued' when n > 19700 then 'running' else 'finished' end as status) s`)
await db.execute(sql`
  insert into leases (job_id, attempt_id, node_id, lease_token, lease_until, run_until)
  select id, attempt_id, node_id, 'x', now() + interval '1 minute', now() + interval '1 hour' from jobs where status = 'running'`)
// As many leases as a large network has; their jobs don't matter here.
await db.execute(sql`
  insert into leases (job_id, attempt_id, node_id, lease_token, lease_until, run_until)
  select gen_random_uuid(), gen_random_uuid(), 'node ' || n, 'x', now() + interval '1 minute', now() + interval '1 hour'
  from generate_series(1, 5000) n`)
await db.execute(sql`
  insert into favorites (id, user_address, job_id)
  select gen_random_uuid(), case when turn % 200 = 0 then ${alice} else '0x' || lpad(to_hex(turn % 300), 40, '0') end, id
  from jobs where status = 'finished'`)
await db.execute(sql`
  insert into attempts (id, job_id, node_id, lease_token, state, started_at, ended_at, result_hash, account)
  select gen_random_uuid(), id, ${node.id}, 'x', 'finished', now(), now() - make_interval(secs => turn), '', 1 from jobs where status = 'finished'`)
await db.execute(sql`
  insert into ledger_entries (event, line, kind, account, bucket, amount)
  select 'test:' || n, 1, 'starter', case when n % 100 = 0 then 1 else 2 end, 'available', 0 from generate_series(1, ${JOBS}::int) n`)
await db.execute(sql`
  insert into stats_hours (hour, app_id, node_id, finished, failed, run_buckets, wait_buckets, credits, account)
  select now() - make_interval(hours => n), 'echo', '', 1, 0, '{}', '{}', 1, n % 300 from generate_series(1, ${JOBS}::int) n`)
await db.execute(sql`
  insert into nodes (id, operator, account, name, slots, created_at, last_seen_at, apps)
  select '0x' || lpad(to_hex(n), 40, '0'), ${alice}, 1, 'node ' || n, 2, now() - make_interval(mins => n), now() + interval '1 hour',
    jsonb_build_array(jsonb_build_object('id', case when n % 500 = 0 then 'vectorise' else 'echo' end, 'version', 1))
  from generate_series(1, 5000) n`)
await db.execute(sql`update node_figures set finished = random() * 1000, failed = random() * 10, credits = random() * 1000,
  minutes_week = random() * 10000, day_finished = random() * 50, until_hour = date_trunc('hour', now())`)
await db.execute(sql`
  insert into node_hours select id, date_trunc('hour', now()) - make_interval(hours => ago), 1 from nodes, generate_series(0, 9) ago`)
await db.execute(sql`
  insert into stats_hours (hour, app_id, node_id, finished, failed, run_buckets, wait_buckets, credits, account)
  select date_trunc('hour', now()) - make_interval(hours => ago), 'echo', id, 1, 0, '{}', '{}', 1, 1 from nodes, generate_series(0, 9) ago`)
await db.execute(sql`
  insert into network_hours select date_trunc('hour', now()) - make_interval(hours => n), 'echo', 1, 0, '{}', '{}' from generate_series(0, 5000) n`)
await db.execute(sql`update alert_watch set idle_swept_at = '-infinity'`)
const someNodes = Array.from({ length: 25 }, (_, n) => `0x${(n + 100).toString(16).padStart(40, '0')}`)
await db.execute(sql`vacuum analyze`)

const pool = (db as unknown as { session: { client: pg.Pool } }).session.client
const renewDeps = { ...deps, watchJob: () => () => {}, markSeen: () => {} }
const renewal = { report: {}, waitMs: 0, clientDisconnected: () => new AbortController().signal }
const holder = { attemptId: crypto.randomUUID(), leaseToken: 'x', nodeId: node.id }

/** The tables that the statements of `work` scan sequentially, the indexes that they use, and the index conditions. */
async function planOf(
  work: () => Promise<unknown>,
): Promise<{ whole: string[]; indexes: string[]; conditions: string[] }> {
  const queries: { text: string; values: unknown[] }[] = []
  const spies = [pool, pg.Client.prototype].map((target) => vi.spyOn(target as pg.Pool, 'query'))
  // Only the query matters, not its result: leases that don't exist are refused.
  await work().catch(() => {})
  for (const query of spies) {
    for (const [config, given] of query.mock.calls as unknown as [pg.QueryConfig | string, unknown[]?][]) {
      const text = typeof config === 'string' ? config : config.text
      if (!text || !/^\(?\s*(with|select|update|insert|delete)\b/.test(text)) continue
      const values = (typeof config === 'object' && config.values) || given || []
      queries.push({ text, values: Array.isArray(values) ? values : [] })
    }
    query.mockRestore()
  }
  expect(queries.length).toBeGreaterThan(0)
  const plans = []
  for (const { text, values } of queries) {
    const { rows } = await pool.query({ text: `explain (format json) ${text}`, values })
    plans.push(JSON.stringify(rows[0]))
  }
  const found = plans.join()
  return {
    whole: [...found.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(
      ([, table]) => table!,
    ),
    indexes: [...found.matchAll(/"Index Name":"(\w+)"/g)].map(([, index]) => index!),
    conditions: [...found.matchAll(/"Index Cond":"([^"]+)"/g)].map(([, condition]) => condition!),
  }
}

const big = [
  'jobs',
  'favorites',
  'ledger_entries',
  'attempts',
  'stats_hours_first',
  'node_hours_first',
  'node_figures',
]
type Case = [what: string, index: string, work: () => Promise<unknown>]
test.for<Case>([
  ['the feed', 'jobs_feed', () => listFeed(db, { limit: 25 })],
  ['the feed from a cursor', 'jobs_feed', () => listFeed(db, { limit: 25, before: '9000', reader: alice })],
  ['the feed of an app', 'jobs_feed_by_app', () => listFeed(db, { limit: 25, appId: 'vectorise' })],
  ['a user’s gallery', 'jobs_gallery', () => listGallery(db, { limit: 25, address: alice })],
  ['new jobs in the feed', 'jobs_feed', () => listFeedAfter(db, 19_000, 100)],
  ['my jobs', 'jobs_by_user', () => listJobsOf(db, { address: alice, limit: 25 })],
  [
    'my jobs from a cursor',
    'jobs_by_user',
    () => listJobsOf(db, { address: alice, limit: 25, before: '01980000-0000-7000-8000-000000002000' }),
  ],
  ['a search of my jobs', 'jobs_by_user', () => listJobsOf(db, { address: alice, limit: 25, search: 'x' })],
  ['my favourites', 'favorites_by_user', () => listFavorites(db, { address: alice, limit: 25 })],
  ['a statement', 'ledger_entries_account', () => listStatement(db, alice, { limit: 25 })],
  ['the earnings', 'stats_hours_account', () => readEarnings(db, alice)],
  ['claiming a job', 'jobs_queue', () => claimNextJob(db, node)],
  ['renewing a lease', 'leases_attempt_id_key', () => renewLease(renewDeps, holder, renewal)],
  ['finding a lease', 'leases_attempt_id_key', () => findLeasedJob(db, holder)],
  ['finding the files of a job', 'jobs_pkey', () => findInputFile(db, holder.attemptId, 'image')],
  [
    'failing an attempt',
    'leases_attempt_id_key',
    () => failAttempt(deps, holder, { reason: 'app_failed', detail: '', final: true }),
  ],
  ['releasing the leases of a node', 'leases_node', () => releaseAllOf(db, 'nobody')],
  // Reads all leases, which are few: with an index on their ends, every renewal would write an entry.
  ['sweeping leases', 'jobs_pkey', () => lapseLeases(db)],
  ['sweeping jobs that may be tried again', 'jobs_avoided', () => sweepLeases(deps)],
  ['sweeping expired jobs', 'jobs_queued_by_user', () => expireJobs(deps)],
  ['examples of apps', 'jobs_feed_by_app', () => listExamples(db)],
  ['a page of nodes', 'leases_node', () => listNodesById(db, someNodes)],
  [
    'the figures of a page of nodes',
    'stats_hours_node',
    async () => presentNodes(db, await listNodesById(db, someNodes), deps.now()),
  ],
  ['the figures of the network', 'network_hours_pkey', () => readPerfStats(db)],
  ['the busiest nodes', 'node_figures_day', () => readPerfStats(db)],
  ['counting nodes and queues', 'jobs_queue', () => recountNetwork(db).then(() => readNetworkNow(db))],
  ['moving the windows of figures', 'node_figures_until', () => moveFigureWindows(db)],
  ...(['jobs', 'success', 'uptime', 'earned', 'newest', 'name'] as const).flatMap((sort): Case[] => {
    const index = {
      jobs: 'node_figures_finished',
      success: 'node_figures_success',
      uptime: 'node_figures_uptime',
      earned: 'node_figures_credits',
      newest: 'nodes_created',
      name: 'nodes_name',
    }[sort]
    return [
      [`nodes by ${sort}`, index, () => listNodeIds(db, { sort })],
      [
        `nodes by ${sort} from one of them`,
        index,
        () => listNodeIds(db, { sort, before: someNodes[9]!.slice(2) }),
      ],
      [`nodes by ${sort} that are online`, index, () => listNodeIds(db, { sort, state: 'online' })],
    ]
  }),
  ['nodes that serve an app that few serve', 'nodes_apps', () => listNodeIds(db, { app_id: 'vectorise' })],
  [
    'my nodes',
    'nodes_operator',
    () => listNodeIds(db, { operator: operator.address.toLowerCase(), sort: 'name' }),
  ],
  ['the count of my nodes', 'nodes_operator', () => countMyNodes(db, operator.address.toLowerCase())],
  ['the attempts of a node', 'attempts_node', () => listAttempts(db, { nodeId: node.id, account: 1 })],
  [
    'the failed attempts of a node',
    'attempts_failed_of_node',
    () => listAttempts(db, { nodeId: node.id, account: 1, only: 'failed' }),
  ],
  ['the failure reasons of a node', 'attempts_failed_of_node', () => countFailures(db, node.id, 1)],
  ['finding nodes without jobs', 'stats_hours_node', () => sweepIdleNodes(deps)],
  ['counting ended jobs', 'jobs_uncounted', () => rollUp(db)],
])('[G22] %s uses an index, however many jobs and nodes there are', async ([, index, work]) => {
  const { whole, indexes } = await planOf(work)
  expect(whole.filter((table) => big.includes(table))).toEqual([])
  expect(indexes).toContain(index)
})

test('[G22] looks up a reader’s favorite by user and job, however many favorites they have', async () => {
  const { conditions } = await planOf(() => listFeed(db, { limit: 25, reader: alice }))
  expect(conditions).toContainEqual(expect.stringMatching(/user_address = .*job_id = jobs\.id/))
})

async function submitting(key: string): Promise<() => Promise<unknown>> {
  const order = { submittedBy: alice, appId: 'echo', input: { text: 'a' } }
  const request = { scope: alice, key, payload: order, now: deps.now() }
  const job = await prepareJob({ ...deps, serving: { refuseUnserved: async () => {} } }, order)
  return () => insertJob(deps, job, { request, taker: node })
}

test('[G22] submitting a job uses indexes too', async () => {
  const { whole, indexes } = await planOf(await submitting('a-key'))
  expect(whole.filter((table) => big.includes(table))).toEqual([])
  expect(indexes).toEqual(expect.arrayContaining(['jobs_queued_by_user', 'jobs_queue']))
})

test('[G22] submitting a job can’t read everyone’s open jobs through the index of those who pay', async () => {
  // The planner chose it while the other index had more pages.
  await db.execute(sql`drop index jobs_queued_by_user`)
  const { indexes } = await planOf(await submitting('another-key'))
  expect(indexes.filter((index) => index.startsWith('jobs_open'))).toEqual([])
})
