import { createWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { rowOf } from '../test/echo.ts'
import { signInSomeone } from '../test/person.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { type ReceivedWebhook, startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** `npm run proof` asks for more. */
const MESSAGES = Number(process.env.PROOF_WEBHOOKS ?? 60)
const KILLS = Number(process.env.PROOF_WEBHOOK_KILLS ?? 2)
/** In each round two processes send. One is killed, then the other. */
const ROUNDS = KILLS / 2
const ENDPOINTS = 10

/** The first delivery of one in 300 messages is never answered. */
const HANGS_EVERY = 300

const api = await startTestApi({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { deps } = api
const options = { timeout: 120_000 + KILLS * 60_000 + MESSAGES * 60, retry: 0 }

/** `PROOF_SABOTAGE` removes one protection in the database; the test must then fail. */
const sabotages: Record<string, string> = {
  // Some messages are lost, as if they were written after the end of the job and the process was killed in between.
  webhook_outbox: `create function sabotage() returns trigger language plpgsql as $$ begin
    return case when random() < 0.1 then null else new end; end $$;
    create trigger sabotage before insert on webhook_messages for each row execute function sabotage()`,
  // Attempts are counted only once they are answered.
  webhook_mark: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.attempts := greatest(old.attempts, 1); return new; end $$;
    create trigger sabotage before update on webhook_deliveries for each row
      when (new.status is not distinct from old.status) execute function sabotage()`,
}
const sabotage = sabotages[process.env.PROOF_SABOTAGE ?? '']
if (sabotage) await deps.db.execute(sabotage)

test(
  `none of ${MESSAGES} messages is lost when receivers fail and hang and two processes are killed (kill -9) ${KILLS}×`,
  options,
  async () => {
    const arrivals = new Map<string, ReceivedWebhook[]>()
    const unsigned: unknown[] = []
    const receiver = await startWebhookReceiver((webhook, response) => {
      const id = webhook.headers['webhook-id'] as string
      // Verified at once, because signatures are valid for five minutes.
      verify(webhook, secrets.get(webhook.path)!).catch((error) => unsigned.push(error))
      const before = arrivals.get(id) ?? []
      arrivals.set(id, [...before, webhook])
      if (before.length === 0 && arrivals.size % HANGS_EVERY === 0) return
      const isRefused = before.length < 3 && Math.random() < 1 / 3
      response.writeHead(isRefused ? 500 : 204).end()
    })
    const secrets = await listenAll(receiver.url)
    const jobs: string[] = []

    for (let round = 0; round < ROUNDS; round++) {
      const senders = await Promise.all([startSender(), startSender()])
      const seen = receiver.received.length
      jobs.push(...(await endJobs(MESSAGES / ROUNDS)))
      for (const [place, { kill }] of senders.entries()) {
        const enough = seen + Math.ceil((MESSAGES / ROUNDS) * 0.3 * (place + 1))
        await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(enough))
        await kill()
      }
      // Nothing is being sent now, so deliveries in progress become due again.
      await deps.db.execute(sql`update webhook_deliveries set next_at = now() where state = 'waiting'`)
    }
    const { kill: stop } = await startSender()
    await until(async () => {
      // Ends pauses after failures, but not the one-minute leases of deliveries in progress.
      await deps.db.execute(
        sql`update webhook_deliveries set next_at = now()
          where next_at > now() and next_at <> sent_at + interval '1 minute'`,
      )
      const { open } = await rowOf(
        deps,
        sql`select count(*)::int as open from webhook_deliveries where state <> 'delivered'`,
      )
      expect(open).toBe(0)
    })
    await stop()

    const deliveredIds = new Set(receiver.received.map(({ event }) => event.data.id))
    expect(jobs.filter((id) => !deliveredIds.has(id))).toEqual([])
    for (const tries of arrivals.values()) {
      const marks = tries.map(({ headers }) => Number(headers['infra-webhook-attempt']))
      expect(marks).toEqual([...new Set(marks)].toSorted((a, b) => a - b))
      expect(new Set(tries.map(({ body }) => body)).size).toBe(1)
    }
    expect(unsigned).toEqual([])
  },
)

const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: options.timeout, interval: 100 })

const verify = async ({ body, headers }: ReceivedWebhook, secret: string) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

const startSender = () => startApiProcess(deps.config.databaseUrl, { OUTBOUND_ALLOW: '127.0.0.0/8' })

/** Creates an endpoint for each of several users, and returns the secrets by path. */
async function listenAll(url: string): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  for (let place = 0; place < ENDPOINTS; place++) {
    const person = await signInSomeone(api)
    const path = `/${place}`
    const { secret } = await person.call(createWebhook, {
      body: { url: url + path, events: ['job.cancelled'] },
    })
    secrets.set(path, secret)
  }
  return secrets
}

/** Ends jobs as the product does, with the messages written by the same statement. */
async function endJobs(count: number): Promise<string[]> {
  // These jobs aren't paid for, because only their messages matter here.
  await deps.db.execute(sql`alter table jobs disable trigger jobs_held, disable trigger jobs_paid`)
  await deps.db.execute(sql`
    insert into jobs (id, app_id, app_version, user_address, payer, input, input_hash, visibility, status, turn, price, expires_at)
    select gen_random_uuid(), 'echo', 1, a.address, a.id, '{}', '', 'private', 'queued', 0, 1, now() + interval '1 day'
    from generate_series(1, ${count / ENDPOINTS}::int), ledger_accounts a where a.address in (select address from webhook_endpoints)`)
  const { rows } = await deps.db.execute<{ id: string }>(
    sql`update jobs set status = 'cancelled', finished_at = now(), position = nextval('job_positions')
      where status = 'queued' returning id`,
  )
  expect(rows).toHaveLength(count)
  return rows.map(({ id }) => id)
}
