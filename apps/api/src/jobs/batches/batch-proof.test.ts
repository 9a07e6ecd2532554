import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@infra/protocol/client'
import { cancelJob } from '@infra/protocol/jobs'
import { submitBatch } from '@infra/protocol/jobs/batches'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconcile.ts'
import { fund } from '../../test/earn.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { startApiProcess } from '../../test/programs/start-api-process.ts'
import { startTestApi } from '../../test/start-test-api.ts'

/** `npm run proof` runs more. */
const KILLS = Number(process.env.PROOF_BATCH_KILLS ?? 1)
const SIZE = Number(process.env.PROOF_BATCH_SIZE ?? 60)
/** How many batches are sent at once to processes that are then killed. */
const AT_ONCE = 4
/** How often processes are killed over the same batches. */
const KILLS_PER_ROUND = 8
/** About as long as four batches of 1,000 take until the first of them has its response. */
const KILL_WITHIN_MS = 1_000

/** With the same `PUBLIC_URL`, both processes accept the same tokens. */
const env = { LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:8080' }
const api = await startTestApi({ env })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)
await startNode(api)
// The node takes no jobs and still counts as online.
await deps.db.execute(sql`update nodes set last_seen_at = now() + interval '1 day', slots = 0`)

/** `PROOF_SABOTAGE=batch_halves`: half of a batch's jobs aren't written. The test must then fail. */
if (process.env.PROOF_SABOTAGE === 'batch_halves')
  await deps.db.execute(`create function sabotage() returns trigger language plpgsql as $$ begin
    return case when new.batch_place % 2 = 0 then new end; end $$;
    create trigger sabotage before insert on jobs for each row when (new.batch_id is not null) execute function sabotage()`)

/** For each batch: how many jobs it has, the price of the open ones, and what its owner has on hold. */
async function batches() {
  const { rows } = await deps.db.execute<{ jobs: number; open: number; held: number }>(sql`
    select count(*)::int as jobs, coalesce(sum(price) filter (where status in ('queued', 'running')), 0)::int as open,
      (select held::int from ledger_accounts where address = user_address) as held
    from jobs where batch_id is not null group by batch_id, user_address`)
  return rows
}

const orders = Array.from({ length: SIZE }, (_, place) => ({ appId: 'echo', input: { text: `${place}` } }))
const order = (key: string) => ({ body: { orders }, headers: { 'idempotency-key': key } })

/**
 * Submits a batch per person to a process that is killed meanwhile: when the first of them has its response, or else at any moment.
 * Responses are lost, and nobody retries yet. Returns how many batches had no response.
 */
async function orderAndKill(people: Person[], afterResponse: boolean): Promise<number> {
  const { origin, kill } = await startApiProcess(deps.config.databaseUrl, env)
  let answered = 0
  const sent = people.map(async ({ tokens }) => {
    await createClient({
      prefix: `${origin}/api`,
      headers: () => ({ authorization: `Bearer ${tokens.accessToken}` }),
    })(submitBatch, order(tokens.accessToken.slice(-32)))
    answered += 1
  })
  const settled = Promise.allSettled(sent)
  // One has its response, and the others may still be in progress.
  await (afterResponse ? Promise.any(sent) : sleep(Math.random() * KILL_WITHIN_MS))
  const unanswered = people.length - answered
  await kill()
  await settled
  return unanswered
}

test(`batches of ${SIZE} survive ${KILLS}× kill -9 of the process: all or nothing, stored once, refunded per job`, {
  timeout: 120_000 + KILLS * 60_000,
  retry: 0,
}, async ({ annotate }) => {
  const all: Person[] = []
  let cut = 0
  for (let kills = 0; kills < KILLS; ) {
    // The other process uses the real time, and tokens expire after minutes.
    api.clock.now = new Date()
    const people = await Promise.all(Array.from({ length: AT_ONCE }, () => signInSomeone(api)))
    for (const person of people) await fund(deps, person, 2 * SIZE)
    all.push(...people)
    const last = Math.min(kills + KILLS_PER_ROUND, KILLS)
    while (kills < last) {
      kills += 1
      if (await orderAndKill(people, kills === last)) cut += 1
      for (const batch of await batches()) expect(batch.jobs).toBe(SIZE)
    }
    // A retry returns the batches that were accepted and accepts the others now.
    for (const { call, tokens } of people) await call(submitBatch, order(tokens.accessToken.slice(-32)))
    const { rows } = await deps.db.execute<{ id: string; address: string }>(sql`
        select id, user_address as address from jobs where batch_place % 10 = 0 and status = 'queued'`)
    for (const { id, address } of rows)
      await people.find((one) => one.address.toLowerCase() === address)!.call(cancelJob, { params: { id } })
  }
  await annotate(`${all.length} batches, ${KILLS} kills, ${cut} of them with batches in progress.`)
  const found = await batches()
  expect(found).toHaveLength(all.length)
  const price = found[0]!.open / (SIZE - Math.ceil(SIZE / 10))
  for (const batch of found)
    expect(batch).toEqual({ jobs: SIZE, open: batch.held, held: price * (SIZE - Math.ceil(SIZE / 10)) })
  expect(await reconcile(deps.db)).toEqual([])
})
