import { revokeKey } from '@infra/protocol/api-keys'
import { createWebhook, deleteWebhook, rotateWebhook } from '@infra/protocol/programs/webhooks'
import { sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { makeTestKey } from '../test/api-key.ts'
import { eventually } from '../test/eventually.ts'
import { signInSomeone } from '../test/person.ts'
import { readEvents, type SentEvent } from '../test/read-events.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { insertTest } from './delivery-queries.ts'
import { readLog, UNSENT_MAX } from './read-log.ts'

const api = await startTestApi()
api.clock.now = new Date()
const { db } = api.deps
const alice = await signInSomeone(api)

const addWebhook = () =>
  alice.call(createWebhook, { body: { url: 'https://example.org/infra', events: ['job.finished'] } })
const follow = (id: string, secret: string, lastEventId?: string) =>
  readEvents(`${api.origin}${api.deps.config.apiPrefix}/webhook/${id}/events`, {
    token: secret,
    ...(lastEventId !== undefined && { lastEventId }),
  })

interface Message {
  headers: Record<string, string>
  body: string
}
const messageOf = ({ data }: Pick<SentEvent, 'data'>) => data as Message
const idOf = (event: SentEvent) => messageOf(event).headers['webhook-id']

/** Writes an event as the end of a job does, in a transaction or by itself. */
const write = async (tx: typeof db, id: string) => {
  const [written] = await insertTest(tx, [alice.address.toLowerCase(), id])
  return written!.messageId
}

test('sends an event that is committed after a later one, also to a reader who resumes', async () => {
  const { id } = await addWebhook()
  const { secret } = await makeTestKey(api, alice, { scopes: ['read'] })
  const reader = await follow(id, secret)
  const commit = Promise.withResolvers<void>()
  const written = Promise.withResolvers<string>()
  const writing = transaction(db, async (tx) => {
    written.resolve(await write(tx, id))
    await commit.promise
  })
  const early = await written.promise
  const late = await write(db, id)
  const first = await reader.next()
  expect(idOf(first)).toBe(late)
  const resumed = await follow(id, secret, first.id!)
  commit.resolve()
  await writing
  await eventually(() => expect(reader.events.map(idOf)).toEqual([late, early]))
  await eventually(() => expect(new Set(resumed.events.map(idOf))).toEqual(new Set([early, late])))
})

test('after a rotation both secrets verify a message, and deleting the webhook ends its stream', async () => {
  const { id, secret: old } = await addWebhook()
  const { secret } = await makeTestKey(api, alice, { scopes: ['read'] })
  const reader = await follow(id, secret)
  const { secret: fresh } = await alice.call(rotateWebhook, { params: { id } })
  await write(db, id)
  const { headers, body } = messageOf(await reader.next())
  for (const known of [old, fresh]) new Verifier(known).verify(body, headers)
  await alice.call(deleteWebhook, { params: { id } })
  expect(await reader.next()).toMatchObject({ event: 'stopped' })
  await eventually(() => expect(reader.isClosed()).toBe(true))
})

test('revoking a key ends its stream', async () => {
  const { id } = await addWebhook()
  const { secret, registered } = await makeTestKey(api, alice, { scopes: ['read'] })
  const reader = await follow(id, secret)
  await alice.call(revokeKey, { params: { id: registered.id } })
  expect(await reader.next()).toMatchObject({ event: 'auth' })
  await eventually(() => expect(reader.isClosed()).toBe(true))
})

test('a long log is read in parts, each message once and in order', async () => {
  const { id } = await addWebhook()
  const count = 2 * UNSENT_MAX + 50
  await db.execute(sql`with sent as (
      insert into webhook_messages (id, address, type, data, created_at)
      select 'msg_long' || n, ${alice.address.toLowerCase()}, 'endpoint.test', '{}', now() - interval '1 hour'
      from generate_series(1, ${count}::int) n returning id
    )
    insert into webhook_deliveries (message_id, endpoint_id, state) select id, ${id}, 'delivered' from sent`)
  const log = readLog(db, id, 0)
  const sent: number[] = []
  const sizes: number[] = []
  for (let part = await log.unsent(); part.length > 0; part = await log.unsent()) {
    sizes.push(part.length)
    for (const message of part) {
      sent.push(message.id)
      log.markSent(message)
    }
  }
  expect(sizes).toEqual([UNSENT_MAX, UNSENT_MAX, 50])
  expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  expect(new Set(sent).size).toBe(count)
})
