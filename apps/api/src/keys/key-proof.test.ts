import { getCallingKey, getKey, lowerKey, revokeKey } from '@infra/protocol/api-keys'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import type { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { callWithKey, makeTestKey } from '../test/api-key.ts'
import { fund } from '../test/earn.ts'
import { echo, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** `npm run proof` runs all of it. */
const CLIENTS = Number(process.env.PROOF_KEY_CLIENTS ?? 16)
const ORDERS_EACH = Number(process.env.PROOF_KEY_ORDERS ?? 20)
const CHANGES = Number(process.env.PROOF_KEY_CHANGES ?? 6)
/** More orders than anyone can place before their key is revoked. */
const BUSY_ORDERS = 300

const env = { QUEUE_PER_USER: '1000000', REQUESTS_PER_NETWORK: '64', LOG_LEVEL: 'silent' }
const api = await startTestApi({ env })
const { deps } = api
// One process handles a user's orders one after the other, so it takes two to race.
const other = await startTestApi({ env: { ...env, DATABASE_URL: deps.config.databaseUrl } })
for (const { clock } of [api, other]) clock.now = new Date()
await liftRateLimits(deps)
await startNode(api)
// The node takes no jobs and still counts as online.
await deps.db.execute(sql`update nodes set last_seen_at = now() + interval '1 day', slots = 0`)
const options = { timeout: 60_000 + (CLIENTS * ORDERS_EACH + CHANGES * 10) * 100 }

/** `PROOF_SABOTAGE` removes one protection in the database; one of the tests must then fail. */
const sabotages: Record<string, string> = {
  key_cap: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.spent := least(new.spent, old.spent); new.day_spent := least(new.day_spent, old.day_spent); return new; end $$;
    create trigger sabotage before update on api_keys for each row execute function sabotage()`,
  key_refund: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.spent := greatest(new.spent, old.spent); return new; end $$;
    create trigger sabotage before update on api_keys for each row execute function sabotage()`,
  key_revoke: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.revoked_at := null; new.cap_total := old.cap_total; new.expires_at := old.expires_at; return new; end $$;
    create trigger sabotage before update on api_keys for each row execute function sabotage()`,
  // Refunds lock keys before accounts, while submissions lock them the other way round.
  key_order: `create function sabotage() returns trigger language plpgsql as $$ begin
    perform 1 from api_keys for update; return null; end $$;
    create trigger sabotage before update on ledger_accounts for each statement execute function sabotage()`,
}
const sabotage = sabotages[process.env.PROOF_SABOTAGE ?? '']
if (sabotage) await deps.db.execute(sabotage)

/** What the key has spent, what its open jobs cost and what its owner has on hold. */
const booksOf = (keyId: string, { address }: Person) =>
  rowOf(
    deps,
    sql`select spent::int, day_spent::int as today,
      (select coalesce(sum(price), 0)::int from jobs where key_id = k.id and status in ('queued', 'running')) as open,
      (select held::int from ledger_accounts where address = ${address.toLowerCase()}) as held
    from api_keys k where id = ${keyId}`,
  )

/** Statements are retried after a deadlock, so only this counter shows one. */
const deadlocks = () =>
  rowOf(deps, sql`select deadlocks::int from pg_stat_database where datname = current_database()`)

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code }: Refusal) => code,
  )

/** Makes a key that may spend `cap` credits, without the daily limit, which no session could lift. */
async function cappedKey(person: Person, cap: number) {
  const key = await makeTestKey(api, person, { creditsTotal: cap, creditsPerDay: 0 })
  await deps.db.execute(
    sql`update api_keys set cap_day = 1000000, open_max = 1000000 where id = ${key.registered.id}`,
  )
  const calls = [api, other].map((at) => callWithKey(at, key.secret))
  return { id: key.registered.id, callOf: (client: number) => calls[client % calls.length]! }
}

const cap = Math.ceil((CLIENTS * ORDERS_EACH * 10) / 64)

test(
  `${CLIENTS} clients submit ${ORDERS_EACH} jobs each, cancel three in ten, and spend exactly the key’s limit`,
  options,
  async () => {
    const alice = await signInSomeone(api)
    await fund(deps, alice, 10 * cap)
    const { id, callOf } = await cappedKey(alice, cap)
    const outcomes = new Set<string>()
    const spend = async (client: number) => {
      const call = callOf(client)
      for (let order = 0; order < ORDERS_EACH; order++) {
        const job = call(submitJob, echo('proof'))
        outcomes.add(await codeOf(job))
        const ordered = await job.catch(() => undefined)
        if (ordered && (client + order) % 10 < 3)
          outcomes.add(await codeOf(call(cancelJob, { params: { id: ordered.id } })))
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => spend(client)))
    // Refunds of the last cancelled jobs are spent again, up to the cap.
    let last: string
    do last = await codeOf(callOf(0)(submitJob, echo('the rest')))
    while (last === 'accepted')
    expect([...outcomes].toSorted()).toEqual(['accepted', 'key_cap'])
    expect(last).toBe('key_cap')
    expect(await booksOf(id, alice)).toEqual({ spent: cap, today: cap, open: cap, held: cap })
    expect(await callOf(1)(getCallingKey)).toMatchObject({ spent: cap, left: { total: 0 } })
    expect(await deadlocks()).toEqual({ deadlocks: 0 })
    expect(await reconcile(deps.db)).toEqual([])
  },
)

test('a key spends no more than its account has', options, async () => {
  const bob = await signInSomeone(api)
  const { id, callOf } = await cappedKey(bob, 1_000_000)
  const { available } = await rowOf(
    deps,
    sql`select (available + granted)::int as available from ledger_accounts where address = ${bob.address.toLowerCase()}`,
  )
  const left = Number(available) - CLIENTS
  const codes = await Promise.all(
    Array.from({ length: left + 2 * CLIENTS }, (_, client) =>
      codeOf(callOf(client)(submitJob, echo('poor'))),
    ),
  )
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(Number(available))
  expect(new Set(codes)).toEqual(new Set(['accepted', 'insufficient_credits']))
  expect(await booksOf(id, bob)).toMatchObject({ spent: available, open: available, held: available })
})

const changes = [
  ({ call }: Person, params: { id: string }) => call(revokeKey, { params }),
  ({ call }: Person, params: { id: string }) => call(lowerKey, { params, body: { creditsTotal: 1 } }),
  ({ call }: Person, params: { id: string }) =>
    call(lowerKey, { params, body: { expiresAt: new Date(Date.now() - 1_000) } }),
]

test(
  `a key spends nothing more once it is revoked, lowered or expired, ${CHANGES} times under load`,
  options,
  async () => {
    for (let change = 0; change < CHANGES; change++) {
      const carol = await signInSomeone(api)
      await fund(deps, carol, 4 * BUSY_ORDERS)
      const { id, callOf } = await cappedKey(carol, 1_000_000)
      const spend = async (client: number) => {
        for (let order = 0; order < BUSY_ORDERS; order++)
          if ((await codeOf(callOf(client)(submitJob, echo('busy')))) !== 'accepted') return
      }
      const spenders = Array.from({ length: 4 }, (_, client) => spend(client))
      await eventually(async () => expect(Number((await booksOf(id, carol)).spent)).toBeGreaterThan(8))
      await changes[change % changes.length]!(carol, { id })
      const { spent } = await carol.call(getKey, { params: { id } })
      await Promise.all(spenders)
      expect((await carol.call(getKey, { params: { id } })).spent).toBe(spent)
    }
    expect(await reconcile(deps.db)).toEqual([])
  },
)
