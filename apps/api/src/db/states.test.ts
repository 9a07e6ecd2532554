import { sendBugReport } from '@infra/protocol/feedback'
import { uploadFile } from '@infra/protocol/files'
import { favoriteJob, submitJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { findViolations } from '../model/invariants.ts'
import { createTestDatabase } from '../test/database.ts'
import { echo, makePublic, runEcho } from '../test/echo.ts'
import { wavOf } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { migrate } from './migrate.ts'
import { sqlStateOf } from './sql-state.ts'

const testApi = await startTestApi()
const { db } = testApi.deps
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
await runEcho(testApi.deps, { person: alice, node })
await alice.call(submitJob, echo('running'))
await node.claim()
await alice.call(submitJob, echo('queued'))

test.for([
  ['a running job without a lease', 'delete from leases'],
  ['a running job with the lease of another attempt', 'update leases set attempt_id = gen_random_uuid()'],
  ['a lease without an end', 'update leases set lease_until = null'],
  [
    'a job that stops running and keeps its lease',
    `update jobs set status = 'queued', node_id = null, attempt_id = null, started_at = null where status = 'running'`,
  ],
  ['a running job without a node', `update jobs set node_id = null where status = 'running'`],
  ['a running job without an attempt', `update jobs set attempt_id = null where status = 'running'`],
  [
    'a queued job with a lease',
    `insert into leases (job_id, attempt_id, node_id, lease_token, lease_until, run_until)
    select jobs.id, gen_random_uuid(), nodes.id, 'x', now(), now() from jobs, nodes where status = 'queued' limit 1`,
  ],
  [
    'a queued job with a node',
    `update jobs set node_id = (select id from nodes limit 1) where status = 'queued'`,
  ],
  ['an ended job without a position', `update jobs set position = null where status = 'finished'`],
  ['a finished job without a receipt', `update jobs set receipt = null where status = 'finished'`],
  [
    'a failed job without a reason',
    `update jobs set status = 'error', receipt = null where status = 'finished'`,
  ],
  ['a job without a payer’s account', 'update jobs set payer = 999999'],
  ['a job of an unknown user', `update jobs set user_address = '0x${'9'.repeat(40)}'`],
  ['a job of an unknown node', `update jobs set node_id = 'nowhere' where status = 'finished'`],
  [
    'a file use without its job',
    `with blob as (insert into blobs (sha256, kind, mime, bytes, created_at) values ('x', 'json', 'x', 1, now()) returning sha256)
    insert into file_uses select gen_random_uuid(), 'input', 'a', sha256, false from blob`,
  ],
  [
    'two finished attempts at one job',
    `insert into attempts select gen_random_uuid(), job_id, node_id, 'x', state, now(), now(), null, null, 'x' from attempts`,
  ],
  ['the deletion of an open job', `delete from jobs where status = 'queued'`],
  [
    'a job that ends without a settled hold',
    `update jobs set status = 'cancelled', finished_at = now(), position = 999 where status = 'queued'`,
  ],
  [
    'an open job without a hold',
    `insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at)
    select gen_random_uuid(), 'echo', 1, payer, '{}', '', 'private', 'queued', 0, 1, now() from jobs limit 1`,
  ],
  ['a closed account with held credits', 'update ledger_accounts set address = null where held > 0'],
])('the database refuses %s', async ([, statement]) => {
  await expect(db.execute(statement!)).rejects.toSatisfy((error) => /^23/.test(sqlStateOf(error) ?? ''))
})

test('[finding B1] migrating repairs a ledger in which an earlier version lost holds', async () => {
  const url = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, { until: '0015-retired-network-keys.sql' })
  // Two orders were deleted without releasing their holds: one of an open account, and one of a closed account.
  await client.query(`
    insert into users (address, created_at) values ('0x${'1'.repeat(40)}', now());
    insert into ledger_accounts (address, available, held) values ('0x${'1'.repeat(40)}', 95, 5), (null, 0, 7);
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
    select event, line, kind, account, bucket, amount, case when kind = 'hold' then split_part(event, ':', 2)::uuid end from (values
      ('starter:a', 1, 'starter', null, 'grants', -100), ('starter:a', 2, 'starter', 1, 'available', 100),
      ('hold:01980000-0000-7000-8000-000000000001', 1, 'hold', 1, 'available', -5),
      ('hold:01980000-0000-7000-8000-000000000001', 2, 'hold', 1, 'held', 5),
      ('starter:b', 1, 'starter', null, 'grants', -7), ('starter:b', 2, 'starter', 2, 'available', 7),
      ('hold:01980000-0000-7000-8000-000000000002', 1, 'hold', 2, 'available', -7),
      ('hold:01980000-0000-7000-8000-000000000002', 2, 'hold', 2, 'held', 7)
    ) as lines (event, line, kind, account, bucket, amount)`)
  expect(await findViolations(client, ['holds'])).not.toEqual([])
  await migrate(url)
  expect(await findViolations(client)).toEqual([])
  const { rows } = await client.query(
    "select (available + granted)::int as available, held::int from ledger_accounts where address is distinct from 'network' order by id",
  )
  expect(rows).toEqual([
    { available: 100, held: 0 },
    { available: 0, held: 0 },
  ])
  await client.end()
})

test('jobs that run during a migration keep their leases and their progress', async () => {
  const url = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, { until: '0031-avatar-takedowns.sql' })
  const person = `0x${'1'.repeat(40)}`
  await client.query(`
    insert into users (address, created_at) values ('${person}', now());
    insert into ledger_accounts (address, available) values ('${person}', 100);
    insert into nodes (id, operator, account, name, created_at) values ('node', '${person}', 1, 'Node', now());
    alter table jobs disable trigger jobs_held;
    insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at, node_id, attempt_id,
      lease_token, lease_until, run_until, started_at, progress, stage)
    select gen_random_uuid(), 'echo', 1, 1, '{}', '', 'private', 'running', 0, 1, now(), 'node', gen_random_uuid(),
      'token', now() + interval '30 s', now() + interval '1 h', now(), 0.5, 'Working'`)
  await migrate(url)
  const { rows } = await client.query(
    `select lease_token, progress, stage, leases.attempt_id = jobs.attempt_id as same from leases join jobs on jobs.id = job_id`,
  )
  expect(rows).toEqual([{ lease_token: 'token', progress: 0.5, stage: 'Working', same: true }])
  await client.end()
})

test('[G22] migrating adds earlier counts to the figures, per hour and app and per node', async () => {
  const url = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, { until: '0034-chat-reply-ids.sql' })
  const person = `0x${'1'.repeat(40)}`
  await client.query(`
    insert into ledger_accounts (address) values ('${person}');
    insert into nodes (id, operator, account, name, created_at)
    select id, '${person}', 1, 'Node', now() from unnest('{one,two,idle}'::text[]) as id;
    insert into stats_hours (hour, app_id, node_id, account, finished, failed, credits, run_buckets, wait_buckets)
    select date_trunc('hour', now()) - make_interval(hours => ago), app, node, 1, 1, 2, 3, '{0,1,2}', '{5,0,1}'
    from generate_series(0, 2) as ago, unnest('{echo,speak}'::text[]) as app, unnest('{one,two,""}'::text[]) as node`)
  await migrate(url)
  const { rows: hours } = await client.query(
    'select distinct finished, failed, run_buckets, wait_buckets, count(*) over ()::int as hours from network_hours',
  )
  expect(hours).toEqual([
    { finished: 3, failed: 6, run_buckets: [0, 3, 6], wait_buckets: [15, 0, 3], hours: 6 },
  ])
  const { rows: figures } = await client.query(
    'select node_id, finished, failed, credits::int, run_buckets from node_figures order by node_id',
  )
  const busy = { finished: 6, failed: 12, credits: 18, run_buckets: [0, 6, 12] }
  expect(figures).toEqual([
    { node_id: 'idle', finished: 0, failed: 0, credits: 0, run_buckets: [] },
    { node_id: 'one', ...busy },
    { node_id: 'two', ...busy },
  ])
  expect(await findViolations(client, ['figures'])).toEqual([])
  await client.end()
})

test('deleting an account deletes nothing of others, leaves none of its jobs open, and the ledger balanced', async () => {
  const bob = await signInSomeone(testApi)
  await startNode(testApi, { operator: bob })
  // A file that both have uploaded is stored once.
  const file = new Blob([new Uint8Array(wavOf())])
  await alice.call(uploadFile, { file })
  await bob.call(uploadFile, { file })
  // Alice's queued job comes first.
  await node.claim()
  const id = await runEcho(testApi.deps, { person: bob, node })
  await alice.call(submitJob, echo('queued again'))
  await makePublic(db, id)
  await bob.call(favoriteJob, { params: { id } })
  await bob.call(sendBugReport, {
    body: { kind: 'praise', title: 'Well done', description: 'I have nothing to add.' },
  })
  const before = await bob.call(exportMe)
  expect(before).toMatchObject({ jobs: [{ id }], favorites: [id], files: [{}], feedback: [{}], nodes: [{}] })
  await alice.call(deleteMe)
  expect(await bob.call(exportMe)).toEqual(before)
  expect(await reconcile(db)).toEqual([])
  const { rows } = await db.execute(sql`select from jobs where status in ('queued', 'running')`)
  expect(rows).toEqual([])
})
