import { type Assignment, claimJob, finishAttempt } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { submitJob } from '@infra/protocol/jobs'
import type { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { earn, fund } from '../test/earn.ts'
import { cancelAll } from '../test/echo.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepLeases } from './sweep-leases.ts'

/** `npm run proof` sets larger numbers. */
const LAPSES = Number(process.env.PROOF_LAPSES ?? 60)
const SPENDS_EACH = Number(process.env.PROOF_SPENDS ?? 4)
const CUT_ANSWERS = Number(process.env.PROOF_CUTS ?? 60)
const SPENDERS = 64
const LINES = 4

const api = await startTestApi({ env: { QUEUE_PER_USER: '1000000', LOG_LEVEL: 'silent' } })
const { deps } = api
await liftRateLimits(deps)
const options = { timeout: 60_000 + (LAPSES + SPENDS_EACH * SPENDERS + CUT_ANSWERS) * 100 }

/** `PROOF_SABOTAGE` removes one protection, in the database itself; one test must then fail. */
const sabotages: Record<string, string> = {
  // The lost lease is valid again as soon as the job runs somewhere: an expiry without a fence.
  fence: `create function sabotage() returns trigger language plpgsql as $$ begin
    if new.status = 'running' and old.status = 'queued' and old.attempts > 0 then
      select id, node_id, started_at into new.attempt_id, new.node_id, new.started_at
      from attempts where job_id = new.id limit 1;
    end if;
    return new; end $$;
    create trigger sabotage before update on jobs for each row execute function sabotage();
    create function old_token() returns trigger language plpgsql as $$ begin
      new.lease_token := coalesce((select lease_token from attempts where job_id = new.job_id limit 1), new.lease_token);
      return new; end $$;
    create trigger old_token before insert on leases for each row execute function old_token();
    alter table attempts drop constraint attempts_pkey`,
  spend: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.available := greatest(new.available, old.available); return new; end $$;
    create trigger sabotage before update on ledger_accounts for each row execute function sabotage()`,
  pay: `create function sabotage() returns trigger language plpgsql as $$ begin
    if new.status = 'finished' then return old; end if; return new; end $$;
    create trigger sabotage before update on jobs for each row execute function sabotage();
    create function many_slots() returns trigger language plpgsql as $$ begin new.slots := 1000000; return new; end $$;
    create trigger many_slots before insert or update on nodes for each row execute function many_slots();
    alter table attempts drop constraint attempts_pkey;
    alter table ledger_entries drop constraint ledger_entries_pkey;
    alter table ledger_accounts drop constraint ledger_accounts_held_check`,
}
const sabotage = process.env.PROOF_SABOTAGE
if (sabotage && sabotages[sabotage]) await deps.db.execute(sabotages[sabotage])

const echo = { body: { appId: 'echo', input: { text: 'proof' } } }

/** Runs many at once, as on a real network, but not all. */
async function inParallel(
  count: number,
  width: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const line = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, line))
}

async function untilClaimed(node: TestNode): Promise<Assignment> {
  const job = await node.call(claimJob, { query: { wait: 25 } })
  if (!job) throw new Error('There was no job for the node.')
  return job
}

test(`accepts none of ${LAPSES} results that come after the lease is lost`, options, async () => {
  const alice = await signInSomeone(api)
  await fund(deps, alice, LAPSES)
  const outcomes = new Map<string, number>()
  const stale = await startNode(api, { slots: 1 })
  const next = await startNode(api, { slots: 1 })
  for (let lapse = 0; lapse < LAPSES; lapse++) {
    // The node would be paused after twenty lapses.
    await deps.db.execute(sql`update nodes set paused_until = null`)
    await alice.call(submitJob, echo)
    const lost = await untilClaimed(stale)
    await deps.db.execute(
      sql`update leases set lease_until = now() - interval '1 s' where attempt_id = ${lost.attemptId}`,
    )
    await sweepLeases(deps)
    const late = stale.finish(lost).then(
      () => 'accepted',
      (error: Refusal) => error.code,
    )
    const held = await untilClaimed(next)
    const later = await stale.finish(lost).then(
      () => 'accepted',
      (error: Refusal) => error.code,
    )
    for (const code of [await late, later]) outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
    await next.finish(held).catch((error) => {
      if (!sabotage) throw error
    })
  }
  expect(Object.fromEntries(outcomes)).toEqual({ lease_lost: 2 * LAPSES })
  expect(await reconcile(deps.db)).toEqual([])
})

test(
  `${SPENDERS} clients with ${SPENDS_EACH} orders each spend exactly the credits of an account`,
  options,
  async () => {
    await startNode(api)
    // The node makes no calls during this time, but must count as online.
    await deps.db.execute(sql`update nodes set last_seen_at = now() + interval '1 day'`)
    const key = generatePrivateKey()
    let alice = await signInSomeone(api, key)
    const order = async (): Promise<string> => {
      const refusal = await alice.call(submitJob, echo).then(
        () => undefined,
        (error: Refusal) => error,
      )
      if (refusal?.code !== 'invalid_token') return refusal?.code ?? 'accepted'
      // A token lasts minutes, and this may last longer.
      alice = await signInSomeone(api, key)
      return order()
    }
    const { available } = await alice.call(getCredits)
    const wanted = Math.floor((SPENDERS * SPENDS_EACH * 10) / 64)
    if (wanted > available) await fund(deps, alice, wanted - available)
    const funded = Math.max(wanted, available)
    const outcomes: Record<string, number> = {}
    const orders = Math.max(SPENDERS * SPENDS_EACH, funded + 100)
    await inParallel(orders, SPENDERS, async () => {
      const outcome = await order()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    })
    expect(outcomes).toEqual({ accepted: funded, insufficient_credits: orders - funded })
    expect(await alice.call(getCredits)).toEqual({ available: 0, held: funded, pending: 0 })
    expect(await reconcile(deps.db)).toEqual([])
  },
)

test(
  `pays each of ${CUT_ANSWERS} finishes with a lost response once, with one receipt`,
  options,
  async () => {
    // Otherwise this would claim what earlier tests left in the queue.
    await cancelAll(deps)
    const alice = await signInSomeone(api)
    await fund(deps, alice, CUT_ANSWERS)
    await earn(deps, alice)
    const node = await startNode(api)
    const earned = async () => (await node.operator.call(getCredits)).pending
    const before = await earned()
    await inParallel(CUT_ANSWERS, LINES, async () => {
      await alice.call(submitJob, echo)
      const job = await untilClaimed(node)
      const result = await node.result(job)
      // Cut at a random moment: before it arrived, while it's being processed, after it was done.
      const cut = AbortSignal.timeout(Math.floor(Math.random() * 12))
      await node.call(finishAttempt, result, { signal: cut }).catch(() => {})
      const first = await node.call(finishAttempt, result)
      expect(await node.call(finishAttempt, result)).toEqual(first)
    })
    expect(await earned()).toBe(before + CUT_ANSWERS - Math.floor(CUT_ANSWERS * 0.05))
    const { rows } = await deps.db.execute(sql`
    select count(*)::int as settled, count(distinct event)::int as events from ledger_entries where kind = 'settle' and bucket = 'held'
    and account = (select id from ledger_accounts where address = ${alice.address.toLowerCase()})`)
    expect(rows).toEqual([{ settled: CUT_ANSWERS, events: CUT_ANSWERS }])
  },
)
