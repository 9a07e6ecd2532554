import { getCallingKey } from '@infra/protocol/api-keys'
import { cancelJob, submitJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  REPLAYED_MAX,
  replayDeliveries,
  retryDelivery,
  rotateWebhook,
  testWebhook,
  WEBHOOKS_MAX,
  webhookEvents,
} from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import OpenAI from 'openai'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createLogger } from '../http/logger.ts'
import { expireJobs } from '../jobs/expire-jobs.ts'
import { deleteExpired } from '../sweeps.ts'
import { makeTestKey } from '../test/api-key.ts'
import { echo, failForGood, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { onFinished } from '../test/on-finished.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { type ReceivedWebhook, startWebhookReceiver } from '../test/servers/webhook-receiver.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { pauseAfter } from './delivery-rules.ts'
import { startWebhookSender } from './send-webhooks.ts'

const api = await startTestApi({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)
const node = await startNode(api)
const sender = startWebhookSender(deps, createLogger(deps.config, { write: () => {} }))
onFinished(() => sender.close())

const verify = (secret: string, { body, headers }: ReceivedWebhook) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

async function listen(person: Person, receiver: { url: string }, events = [...webhookEvents]) {
  return person.call(createWebhook, { body: { url: receiver.url, events } })
}

const deliveriesOf = async (person: Person, id: string) =>
  (await person.call(listDeliveries, { params: { id } })).items

/** Makes all waiting deliveries due. */
const passTime = () =>
  deps.db.execute(sql`update webhook_deliveries set next_at = now() where state = 'waiting'`)

test('sends each end of a job once, signed by the standard and only to its owner', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  const { secret, ...webhook } = await listen(alice, receiver)
  expect((await alice.call(listWebhooks)).items).toEqual([webhook])
  const other = await signInSomeone(api)
  await other.call(submitJob, echo('of another'))
  await node.finish(await node.claim())

  const finished = await alice.call(submitJob, echo('good'))
  await node.finish(await node.claim())
  const failed = await alice.call(submitJob, echo('bad'))
  await failForGood(deps, node, 'app_failed')
  const cancelled = await alice.call(submitJob, echo('unwanted'))
  await alice.call(cancelJob, { params: { id: cancelled.id } })
  const expired = await alice.call(submitJob, echo('too late'))
  await deps.db.execute(
    sql`update jobs set expires_at = now() - interval '1 second' where id = ${expired.id}`,
  )
  await expireJobs(deps)

  const { received } = receiver
  await eventually(() => expect(received).toHaveLength(4))
  const events = received.map(({ event: { type, data } }) => [type, data.id, data.reason])
  expect(events.toSorted()).toEqual(
    [
      ['job.finished', finished.id, null],
      ['job.error', failed.id, 'app_failed'],
      ['job.cancelled', cancelled.id, null],
      ['job.error', expired.id, 'expired'],
    ].toSorted(),
  )
  const first = received.find(({ event }) => event.data.id === finished.id)!
  expect(first.event.data).toMatchObject({
    app: 'echo@1',
    status: 'finished',
    credits: finished.price,
    outputs: [{ name: 'text', kind: 'text', text: 'good' }],
  })
  const [output] = first.event.data.outputs as { url: string }[]
  const bytes = await fetch(output!.url.replace(deps.config.publicUrl.origin, api.origin), {
    headers: { authorization: `Bearer ${alice.tokens.accessToken}` },
  })
  expect(await bytes.text()).toBe('good')
  for (const webhook of received) {
    expect(webhook.headers['infra-webhook-attempt']).toBe('1')
    expect(verify(secret, webhook)).toEqual(webhook.event)
    const openai = new OpenAI({ apiKey: 'none', webhookSecret: secret })
    expect(await openai.webhooks.unwrap(webhook.body, webhook.headers as HeadersInit)).toEqual(webhook.event)
  }
  await eventually(async () => {
    const states = (await deliveriesOf(alice, webhook.id)).map(({ state, status }) => ({ state, status }))
    expect(states).toEqual(Array(4).fill({ state: 'delivered', status: 204 }))
  })
  expect(
    await rowOf(
      deps,
      sql`select count(*)::int as count from webhook_messages where address = ${other.address.toLowerCase()}`,
    ),
  ).toEqual({ count: 0 })
})

test('retries a failed delivery with the same body and an attempt number, and not before Retry-After', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver((_received, response) => {
    response.writeHead(503, { 'retry-after': '7200' }).end('busy')
  })
  const webhook = await listen(alice, receiver)
  await alice.call(submitJob, echo('again'))
  await node.finish(await node.claim())

  const [waiting] = await eventually(async () => {
    const deliveries = await deliveriesOf(alice, webhook.id)
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 1, status: 503, answer: 'busy' }])
    return deliveries
  })
  const { pause } = await rowOf(
    deps,
    sql`select extract(epoch from next_at - sent_at)::int as pause from webhook_deliveries where id = ${waiting!.id}`,
  )
  expect(pause).toBeGreaterThanOrEqual(7199)
  expect((await alice.call(listWebhooks)).items[0]!.failingSince).not.toBeNull()
  receiver.answer = (_received, response) => void response.writeHead(200).end('thanks')
  await passTime()

  await eventually(async () =>
    expect(await deliveriesOf(alice, webhook.id)).toMatchObject([
      { state: 'delivered', attempts: 2, status: 200, answer: 'thanks', nextAt: null },
    ]),
  )
  const [first, second] = receiver.received
  expect(second!.body).toBe(first!.body)
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(second!.headers['infra-webhook-attempt']).toBe('2')
  verify(webhook.secret, second!)
  expect((await alice.call(listWebhooks)).items[0]!.failingSince).toBeNull()
})

test('stops an endpoint after a 410 or days of failures, and its owner can switch it on again', async () => {
  const alice = await signInSomeone(api)
  const gone = await startWebhookReceiver((_received, response) => void response.writeHead(410).end())
  const failing = await startWebhookReceiver((_received, response) => void response.writeHead(500).end())
  const [first, second] = [await listen(alice, gone), await listen(alice, failing)]
  await deps.db.execute(
    sql`update webhook_endpoints set failing_since = now() - interval '5 days 1 second' where id = ${second.id}`,
  )
  await alice.call(submitJob, echo('to nobody'))
  await node.finish(await node.claim())

  const stops = async () =>
    Object.fromEntries((await alice.call(listWebhooks)).items.map(({ id, stopped }) => [id, stopped?.why]))
  await eventually(async () => expect(await stops()).toEqual({ [first.id]: 'gone', [second.id]: 'failing' }))
  await expect(alice.call(testWebhook, { params: { id: first.id } })).rejects.toMatchObject({
    code: 'conflict',
  })
  await alice.call(submitJob, echo('untold'))
  await node.finish(await node.claim())

  expect(await alice.call(changeWebhook, { params: { id: first.id }, body: { isOn: true } })).toMatchObject({
    stopped: null,
    failingSince: null,
  })
  gone.answer = (_received, response) => void response.writeHead(204).end()
  const { messageId } = await alice.call(testWebhook, { params: { id: first.id } })
  await eventually(() => expect(gone.received.at(-1)!.headers['webhook-id']).toBe(messageId))
  expect(gone.received.map(({ event }) => event.type)).toEqual(['job.finished', 'endpoint.test'])
})

test('after a rotation both secrets sign for 24 hours, and then only the new one', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  const before = await listen(alice, receiver)
  const after = await alice.call(rotateWebhook, { params: { id: before.id } })
  expect(after.secret).not.toBe(before.secret)

  await alice.call(testWebhook, { params: { id: before.id } })
  const both = await eventually(() => receiver.received[0] ?? Promise.reject(new Error('none yet')))
  for (const { secret } of [before, after]) verify(secret, both)
  await deps.db.execute(sql`update webhook_endpoints set previous_until = now() where id = ${before.id}`)
  await alice.call(testWebhook, { params: { id: before.id } })
  const newest = await eventually(() => receiver.received[1] ?? Promise.reject(new Error('none yet')))

  verify(after.secret, newest)
  expect(() => verify(before.secret, newest)).toThrow('No matching signature found')
})

test('of two simultaneous rotations of a secret, the second keeps the secret of the first', async () => {
  const alice = await signInSomeone(api)
  const { id } = await listen(alice, await startWebhookReceiver())
  const held = holdStatement(deps, 'from "webhook_endpoints"')
  const rotating = [1, 2].map(() => alice.call(rotateWebhook, { params: { id } }))
  await eventually(async () => {
    const { rows } = await deps.db.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(held.answers() + rows.length).toBeGreaterThan(1)
  })
  held.release()
  const secrets = (await Promise.all(rotating)).map(({ secret }) => secret)
  const row = await rowOf(deps, sql`select secret, previous_secret from webhook_endpoints where id = ${id}`)
  expect([row.secret, row.previous_secret].toSorted()).toEqual(secrets.toSorted())
})

test('sends one delivery again, or all since a time in a given state, and deletes old ones', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  const webhook = await listen(alice, receiver)
  const mine = { params: { id: webhook.id } }
  await alice.call(testWebhook, mine)
  const [delivered] = await eventually(async () => {
    const deliveries = await deliveriesOf(alice, webhook.id)
    expect(deliveries).toMatchObject([{ state: 'delivered' }])
    return deliveries
  })

  await alice.call(retryDelivery, { params: { id: webhook.id, delivery: delivered!.id } })
  await eventually(() => expect(receiver.received).toHaveLength(2))
  await eventually(async () =>
    expect(await deliveriesOf(alice, webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]),
  )
  const since = new Date(delivered!.createdAt.getTime() - 1)
  expect(await alice.call(replayDeliveries, { ...mine, body: { since } })).toEqual({ count: 0 })
  expect(await alice.call(replayDeliveries, { ...mine, body: { since, states: ['delivered'] } })).toEqual({
    count: 1,
  })
  await eventually(() => expect(receiver.received).toHaveLength(3))
  expect(receiver.received.map(({ headers }) => headers['infra-webhook-attempt'])).toEqual(['1', '2', '3'])
  await eventually(async () =>
    expect(await deliveriesOf(alice, webhook.id)).toMatchObject([{ state: 'delivered' }]),
  )

  await deps.db.execute(
    sql`update webhook_messages set created_at = now() - interval '31 days' where id = ${delivered!.messageId}`,
  )
  await deleteExpired(deps)
  expect(await deliveriesOf(alice, webhook.id)).toEqual([])
})

test('limits replays to three messages per second, so that nobody can flood a stranger’s address', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  const { id } = await listen(alice, receiver)
  const count = REPLAYED_MAX + 1
  await deps.db.execute(sql`with sent as (
      insert into webhook_messages (id, address, type, data)
      select 'msg_flood' || n, ${alice.address}, 'endpoint.test', '{}' from generate_series(1, ${count}::int) n returning id
    )
    insert into webhook_deliveries (message_id, endpoint_id, state, attempts) select id, ${id}, 'delivered', 1 from sent`)
  const body = { since: new Date(0), states: ['delivered' as const] }
  expect(await alice.call(replayDeliveries, { params: { id }, body })).toEqual({ count: REPLAYED_MAX })
  const { limit } = replayDeliveries
  expect((REPLAYED_MAX * limit!.count) / limit!.seconds).toBeLessThan(3)
  await alice.call(deleteWebhook, { params: { id } })
})

test('sends only the events that an endpoint subscribed to, and key.cap_reached once a day', async () => {
  const alice = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  await listen(alice, receiver, ['key.cap_reached'])
  const key = await makeTestKey(api, alice, { creditsTotal: 0 })
  for (let order = 0; order < 2; order++)
    await expect(key.call(submitJob, echo('too much'))).rejects.toMatchObject({ code: 'key_cap' })
  await alice.call(submitJob, echo('not asked for'))
  await node.finish(await node.claim())

  await eventually(() => expect(receiver.received).toHaveLength(1))
  const { id } = await key.call(getCallingKey)
  expect(receiver.received[0]!.event).toMatchObject({ type: 'key.cap_reached', data: { key: id } })
})

test('refuses private and invalid URLs when a webhook is created or changed', async () => {
  const alice = await signInSomeone(api)
  const events = [...webhookEvents]
  const refused = { code: 'url_refused', errors: [{ pointer: '/url' }] }
  for (const url of ['https://10.0.0.1/', 'http://example.org/', 'https://user@example.org/', 'nowhere'])
    await expect(alice.call(createWebhook, { body: { url, events } })).rejects.toMatchObject(refused)
  const { id } = await alice.call(createWebhook, { body: { url: 'https://example.org/hook', events } })
  await expect(
    alice.call(changeWebhook, { params: { id }, body: { url: 'https://169.254.169.254/' } }),
  ).rejects.toMatchObject(refused)
})

test('a webhook belongs to its owner, their number is limited, and they are deleted with the account', async () => {
  const alice = await signInSomeone(api)
  const mallory = await signInSomeone(api)
  const receiver = await startWebhookReceiver()
  const { secret, ...webhook } = await listen(alice, receiver)
  const params = { id: webhook.id }
  for (const call of [
    () => mallory.call(changeWebhook, { params, body: { isOn: false } }),
    () => mallory.call(deleteWebhook, { params }),
    () => mallory.call(rotateWebhook, { params }),
    () => mallory.call(testWebhook, { params }),
    () => mallory.call(listDeliveries, { params }),
    () => mallory.call(replayDeliveries, { params, body: { since: new Date() } }),
    () => mallory.call(retryDelivery, { params: { ...params, delivery: '1' } }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'not_found' })

  const exported = await alice.call(exportMe)
  expect(exported.webhooks).toEqual([webhook])
  expect(JSON.stringify(exported)).not.toContain(secret)
  for (let count = 1; count < WEBHOOKS_MAX; count++) await listen(alice, receiver)
  await expect(listen(alice, receiver)).rejects.toMatchObject({ code: 'conflict' })
  await alice.call(deleteWebhook, { params })
  await listen(alice, receiver)

  await alice.call(submitJob, echo('open at the end'))
  await alice.call(deleteMe)
  const kept = await rowOf(
    deps,
    sql`select (select count(*) from webhook_endpoints where address = ${alice.address.toLowerCase()})::int as endpoints,
      (select count(*) from webhook_messages where address = ${alice.address.toLowerCase()})::int as messages`,
  )
  expect(kept).toEqual({ endpoints: 0, messages: 0 })
})

test('makes ten attempts over three days, with pauses varied by a fifth', () => {
  const pauses = Array.from({ length: 10 }, (_, place) => pauseAfter(place + 1, { chance: 0.5 }))
  expect(pauses.map((ms) => ms && ms / 1_000)).toEqual([
    5,
    300,
    1_800,
    7_200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    undefined,
  ])
  expect(pauseAfter(1, { chance: 0 })).toBe(4_000)
  expect(pauseAfter(1, { chance: 1 })).toBe(6_000)
  expect(pauseAfter(1, { chance: 0, retryAfterMs: 60_000 })).toBe(60_000)
})
