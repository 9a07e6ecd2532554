import { type Assignment, failAttempt, leaseOf, releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { cancelJob, getJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { echo, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepLeases } from './sweep-leases.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi, { apps: [] })

const jobOf = (id: string) => alice.call(getJob, { params: { id } })

async function lapse({ jobId }: Assignment): Promise<void> {
  await deps.db.execute(
    sql`update leases set lease_until = now() - interval '1 second' where job_id = ${jobId}`,
  )
  await sweepLeases(deps)
}

test.for<[string, (job: Assignment, from: TestNode) => Promise<unknown>]>([
  ['finishes', (job, from) => from.finish(job)],
  ['is released', (job, from) => from.call(releaseAttempt, leaseOf(job))],
  ['is cancelled', (job) => alice.call(cancelJob, { params: { id: job.jobId } })],
  ['loses its lease', lapse],
  [
    'fails',
    (job, from) =>
      from.call(failAttempt, { ...leaseOf(job), body: { reason: 'app_failed', detail: '', final: false } }),
  ],
])('a job that %s after many renewals has a higher seq than it ever showed', async ([, end]) => {
  const fresh = await startNode(testApi)
  await alice.call(submitJob, echo('beaten'))
  const job = await fresh.claim()
  for (const part of [0.2, 0.4, 0.6])
    await fresh.call(renewLease, {
      ...leaseOf(job),
      query: {},
      body: { progress: { part, stage: 'Working' } },
    })
  const running = await jobOf(job.jobId)
  expect(running.progress).toEqual({ part: expect.closeTo(0.6), stage: 'Working' })
  await end(job, fresh)
  const ended = await jobOf(job.jobId)
  expect(ended.status).not.toBe('running')
  expect(ended.seq).toBeGreaterThan(running.seq)
  expect(ended.progress.stage).toBe('')
})

test('a job that is claimed while its owner cancels it ends cancelled, without a lease', async () => {
  const { id } = await alice.call(submitJob, echo('raced'))
  const claiming = new pg.Client(deps.config.databaseUrl)
  await claiming.connect()
  onTestFinished(() => claiming.end())
  await claiming.query('begin')
  await claiming.query(
    `with taken as (
      update jobs set status = 'running', node_id = $2, attempt_id = gen_random_uuid(), started_at = now() where id = $1 returning *
    )
    insert into leases (job_id, attempt_id, node_id, lease_token, lease_until, run_until)
    select id, attempt_id, node_id, 'x', now() + interval '1 min', now() + interval '1 hour' from taken`,
    [id, node.id.toLowerCase()],
  )
  const cancelled = alice.call(cancelJob, { params: { id } })
  await eventually(async () =>
    expect(
      await rowOf(
        deps,
        sql`select count(*)::int as waiting from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and query like '%order by id for update'`,
      ),
    ).toEqual({ waiting: 1 }),
  )
  await claiming.query('commit')
  expect((await cancelled).status).toBe('cancelled')
  expect(await rowOf(deps, sql`select count(*)::int as leases from leases where job_id = ${id}`)).toEqual({
    leases: 0,
  })
  expect(await rowOf(deps, sql`select state from attempts where job_id = ${id}`)).toEqual({
    state: 'cancelled',
  })
})
