import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhook } from '@infra/protocol/programs/webhooks'
import { signInPerson } from '../callers.ts'
import { timed } from '../measure.ts'
import type { OneApi } from '../one-api.ts'
import type { Result } from '../results.ts'

const MESSAGES = 3_000
/** As many as one process sends at once, four to each endpoint. */
const AT_ONCE = 64
const ENDPOINTS = AT_ONCE / 4

/**
 * Measures messages to receivers that respond at once, from the first that is due to the last that is delivered and recorded. The
 * reference: as many requests at once to the same receiver, with a body of the same size, each on its own connection.
 */
export async function webhooks(api: OneApi): Promise<Result['figures']> {
  let bytes = 0
  const server = createServer((incoming, response) => {
    incoming.on('data', (part: Buffer) => {
      bytes += part.length
    })
    incoming.on('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses: string[] = []
  for (let place = 0; place < ENDPOINTS; place++) {
    const person = await signInPerson(api)
    await person.call(createWebhook, { body: { url: `${url}/${place}`, events: ['job.cancelled'] } })
    addresses.push(person.address)
  }
  await fillMessages(api, addresses)
  const startedAt = performance.now()
  await api.database.query('update webhook_deliveries set next_at = now()')
  const isOver = async () => {
    const { rows } = await api.database.query<{ open: number }>(
      `select count(*)::int as open from webhook_deliveries where state <> 'delivered'`,
    )
    return rows[0]!.open === 0
  }
  while (!(await isOver())) await sleep(50)
  const perSecond = MESSAGES / ((performance.now() - startedAt) / 1000)
  const body = 'x'.repeat(Math.round(bytes / MESSAGES))
  let left = MESSAGES
  const send = async () => {
    while (left-- > 0) await post(url, body)
  }
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, send)))
  server.close()
  const reference = MESSAGES / (ms / 1000)
  return [
    { what: 'webhooks delivered a second', value: perSecond, atLeast: 300 },
    { what: 'bare requests of the same size a second', value: reference },
    { what: 'webhooks against bare requests', value: perSecond / reference, unit: 'x' },
  ]
}

async function post(url: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(url, { method: 'POST', agent: false }, (answer) => answer.resume().on('end', resolve))
  sent.on('error', reject)
  sent.end(body)
  await promise
}

/** Ends jobs. The same statement writes their messages, which aren't due yet. */
async function fillMessages({ database }: OneApi, addresses: string[]): Promise<void> {
  // These jobs are not paid for, because only their messages are measured.
  await database.query('alter table jobs disable trigger jobs_held, disable trigger jobs_paid')
  await database.query(
    `insert into jobs (id, app_id, app_version, user_address, payer, input, input_hash, visibility, status, turn, price, expires_at)
    select gen_random_uuid(), 'echo', 1, a.address, a.id, '{}', '', 'private', 'queued', 0, 1, now() + interval '1 day'
    from generate_series(1, $2::int), ledger_accounts a where a.address = any($1)`,
    [addresses, Math.ceil(MESSAGES / addresses.length)],
  )
  await database.query('begin')
  await database.query(
    `update jobs set status = 'cancelled', finished_at = now(), position = nextval('job_positions') where status = 'queued' and user_address = any($1)`,
    [addresses],
  )
  await database.query(`update webhook_deliveries set next_at = now() + interval '1 hour'`)
  await database.query('commit')
}
