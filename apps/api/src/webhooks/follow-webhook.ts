import { followWebhook } from '@infra/protocol/programs/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { openEventStream } from '../http/event-stream.ts'
import { mediaRoute } from '../http/route.ts'
import { whileOpen } from '../http/while-open.ts'
import { foundWebhook } from './change-webhook.ts'
import { readLog } from './read-log.ts'
import { findWebhook, secretsOf } from './webhook-queries.ts'
import { signedMessage } from './write-message.ts'

const POLL_MS = 1_000

const findLast = statement<{ id: number }>(
  'find-last-delivery',
  `select coalesce(max(id), 0)::float8 as id from webhook_deliveries where endpoint_id = $1`,
)

/** Streams what is sent to an endpoint to programs elsewhere, such as on a developer's machine, which the network can't call. */
export function followWebhookRoute(server: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps
  mediaRoute(server, deps, followWebhook, async ({ caller, params: { id } }, request, reply) => {
    const mine = () => findWebhook(db, caller.address, id)
    foundWebhook(await mine())
    const log = readLog(db, id, await positionOf(db, id, request.headers['last-event-id']))
    const stream = openEventStream(request, reply)
    let isPolling = false
    const sendUnsent = async () => {
      const webhook = await mine()
      if (!webhook || webhook.stoppedAt) {
        stream.send('stopped', {})
        return stream.close()
      }
      const secrets = secretsOf(webhook, now())
      for (const message of await log.unsent()) {
        if (stream.isClosed()) return
        const signed = signedMessage(config, { ...message, secrets }, { attempt: 1, now: now() })
        stream.send('message', signed, log.markSent(message))
      }
    }
    const poll = async () => {
      // Two at once would send the same.
      if (isPolling) return
      isPolling = true
      await sendUnsent().finally(() => {
        isPolling = false
      })
    }
    whileOpen(deps, { stream, request, caller, poll, pollMs: POLL_MS }, () => {})
  })
}

/** Where a reader resumes. A reader without a position gets what comes from now on. */
async function positionOf(db: Db, endpointId: string, given: unknown): Promise<number> {
  const [last] = await findLast(db, [endpointId])
  const resumed = Number(given)
  return Number.isSafeInteger(resumed) && resumed >= 0 ? Math.min(resumed, last!.id) : last!.id
}
