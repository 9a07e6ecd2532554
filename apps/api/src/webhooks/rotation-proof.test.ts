import { verifyWebhook } from '@infra/client/verify-webhook'
import { createWebhook, rotateWebhook, testWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import OpenAI from 'openai'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../http/logger.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { onFinished } from '../test/on-finished.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { withRetries } from '../test/programs/with-retries.ts'
import { type ReceivedWebhook, startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { startWebhookSender } from './send-webhooks.ts'

/** `npm run proof` asks for more. */
const DELIVERIES = Number(process.env.PROOF_ROTATED_DELIVERIES ?? 60)
const ENDPOINTS = 10
const EACH = DELIVERIES / ENDPOINTS

const api = await startTestApi({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)
const sender = startWebhookSender(deps, createLogger(deps.config, { write: () => {} }))
onFinished(() => sender.close())
const options = { timeout: 60_000 + DELIVERIES * 200, retry: 0 }

/** `PROOF_SABOTAGE=webhook_rotate`: the previous secret is forgotten at once. The test must then fail. */
if (process.env.PROOF_SABOTAGE === 'webhook_rotate')
  await deps.db.execute(sql`create function sabotage() returns trigger language plpgsql as $$ begin
    new.previous_secret := new.secret; return new; end $$;
    create trigger sabotage before update on webhook_endpoints for each row execute function sabotage()`)

/** The libraries with which receivers verify. */
const libraries = {
  standardwebhooks: async ({ body, headers }: ReceivedWebhook, secret: string) =>
    new Verifier(secret).verify(body, headers as Record<string, string>),
  openai: ({ body, headers }: ReceivedWebhook, secret: string) =>
    new OpenAI({ apiKey: 'none', webhookSecret: secret }).webhooks.unwrap(body, headers as HeadersInit),
  '@infra/client': ({ body, headers }: ReceivedWebhook, secret: string) =>
    verifyWebhook(body, headers, secret),
}

/** The libraries that verify the message with the secret. */
async function verifiedBy(webhook: ReceivedWebhook, secret: string): Promise<string[]> {
  const names: string[] = []
  for (const [name, verify] of Object.entries(libraries))
    if (
      await verify(webhook, secret).then(
        () => true,
        () => false,
      )
    )
      names.push(name)
  return names
}
const ALL = Object.keys(libraries)

interface Endpoint {
  person: Person
  params: { id: string }
  old: string
  next: string | undefined
  /** Messages that were written after the rotation was answered. */
  since: Set<string>
  sent: number
}

test(
  `${DELIVERIES} deliveries around a rotation verify with the old secret or both, and a day later only with the new`,
  options,
  async () => {
    const endpoints = new Map<string, Endpoint>()
    const checks: Promise<void>[] = []
    const wrong: unknown[] = []
    const receiver = await startWebhookReceiver((webhook, response) => {
      // A third of the attempts fail, so that messages written before the rotation are sent after it.
      const isRefused = Math.random() < 1 / 3
      response.writeHead(isRefused ? 500 : 204).end()
      // Verified at once, because signatures are valid for five minutes.
      checks.push(checkOne(endpoints.get(webhook.path)!, webhook).then((found) => void wrong.push(...found)))
    })
    for (let place = 0; place < ENDPOINTS; place++) {
      const path = `/${place}`
      const person = await signInSomeone(api)
      const { id, secret } = await person.call(createWebhook, {
        body: { url: receiver.url + path, events: ['job.finished'] },
      })
      endpoints.set(path, {
        person,
        params: { id },
        old: secret,
        next: undefined,
        since: new Set(),
        sent: 0,
      })
    }
    await Promise.all([...endpoints.values()].map(sendAndRotate))
    await until(async () => {
      await deps.db.execute(
        sql`update webhook_deliveries set next_at = now()
        where next_at > now() and next_at <> sent_at + interval '1 minute'`,
      )
      const { rows } = await deps.db.execute(sql`select 1 from webhook_deliveries where state <> 'delivered'`)
      expect(rows).toEqual([])
    })
    await Promise.all(checks)
    expect(wrong).toEqual([])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EACH * ENDPOINTS)

    // A day later only the new secrets sign.
    receiver.answer = (webhook, response) => {
      response.writeHead(204).end()
      checks.push(
        checkAlone(endpoints.get(webhook.path)!, webhook).then((found) => void wrong.push(...found)),
      )
    }
    await deps.db.execute(
      sql`update webhook_endpoints set previous_until = previous_until - interval '24 hours'`,
    )
    const seen = receiver.received.length
    for (const { person, params } of endpoints.values()) await person.call(testWebhook, { params })
    await until(async () => expect(receiver.received.length).toBe(seen + ENDPOINTS))
    await Promise.all(checks)
    expect(wrong).toEqual([])
  },
)

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: options.timeout, interval: 100 })

/** Sends messages, four at a time, and rotates the secret halfway through. */
async function sendAndRotate(endpoint: Endpoint): Promise<void> {
  const { person, params } = endpoint
  const sendSome = async () => {
    while (endpoint.sent < EACH) {
      const turn = endpoint.sent++
      if (turn === Math.floor(EACH / 2))
        endpoint.next = (await withRetries(() => person.call(rotateWebhook, { params }))).secret
      const isSince = endpoint.next !== undefined
      const { messageId } = await withRetries(() => person.call(testWebhook, { params }))
      if (isSince) endpoint.since.add(messageId)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendSome))
}

async function checkAlone({ old, next }: Endpoint, webhook: ReceivedWebhook): Promise<unknown[]> {
  const [byOld, byNew] = [await verifiedBy(webhook, old), await verifiedBy(webhook, next!)]
  return byOld.length === 0 && byNew.length === ALL.length ? [] : [{ byOld, byNew }]
}

/** What is wrong with the signatures of a message. */
async function checkOne({ old, next, since }: Endpoint, webhook: ReceivedWebhook): Promise<unknown[]> {
  const id = webhook.headers['webhook-id'] as string
  const wrong: unknown[] = []
  if ((await verifiedBy(webhook, old)).length !== ALL.length) wrong.push({ id, with: 'old' })
  if (next && since.has(id) && (await verifiedBy(webhook, next)).length !== ALL.length)
    wrong.push({ id, with: 'new' })
  return wrong
}
