import { claimJob } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { echo } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { startNode } from '../test/node.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { waitForNotifications } from '../test/wait-for-notifications.ts'

const one = await startTestApi()
const other = await startTestApi({ env: { DATABASE_URL: one.deps.config.databaseUrl } })
await waitForNotifications(one, other)
const alice = await signInSomeone(one)
const node = await startNode(one)
const { db } = one.deps

/** Makes the first transaction that stores an answer wait until another one waits for its key, and then fail. */
const FAIL_ONCE = `
  create sequence tries;
  create function fail_once() returns trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then
      for place in 1..500 loop
        exit when exists (select from pg_locks where not granted);
        perform pg_sleep(0.01);
      end loop;
      raise exception 'start again' using errcode = 'serialization_failure';
    end if;
    return new;
  end $$;
  create trigger fail_once after insert on idempotency_keys for each row execute function fail_once()`

test('[finding B7] assigns a node the job of the committed transaction, never that of one that was rolled back', async () => {
  await db.execute(FAIL_ONCE)
  const claiming = node.call(claimJob, { query: { wait: 10 } })
  await eventually(async () => {
    const metrics = await (await fetch(`${one.origin}/metrics`)).text()
    expect(metrics).toMatch(/infra_nodes_waiting 1/)
  })
  const order = { headers: { 'idempotency-key': 'retried' }, ...echo('retried') }
  const first = alice.call(submitJob, order)
  await eventually(async () => {
    const { rows } = await db.execute(sql`select last_value, is_called from tries`)
    expect(rows[0]).toMatchObject({ is_called: true })
  })
  const second = callWith(other, alice.tokens)(submitJob, order)
  const [job, again] = await Promise.all([first, second])
  expect(again.id).toBe(job.id)
  expect((await claiming)?.jobId).toBe(job.id)
})
