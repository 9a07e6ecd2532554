import { followWebhook } from '@infra/protocol/programs/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { openEventStream } from '../http/event-stream.ts'
import { mediaRoute } from '../http/route.ts'
import { whileOpen } from '../http/while-open.ts'
import { foundWebhook } from './change-webhook.ts'
import { findWebhook, secretsOf } from './webhook-queries.ts'
import { signedMessage } from './write-message.ts'

const LOOK_EVERY_MS = 1_000

/** Messages that are read at once. */
const PAGE = 100

/**
 * Messages that are written at the same moment get their numbers in one order and may become visible in another. So messages younger than
 * this are read again: better a reader who resumes gets some messages twice than one never.
 */
const LOOK_BACK_SECONDS = 10
const LOOK_BACK = `interval '${LOOK_BACK_SECONDS} seconds'`

interface Followed {
  /** The id of its delivery, which is its position in the endpoint's log. */
  id: number
  messageId: string
  type: string
  data: Record<string, unknown>
  createdAt: Date
  isSettled: boolean
}

const listUnsent = statement<Followed>(
  'list-unsent-messages',
  `select d.id::float8, m.id as "messageId", m.type, m.data, m.created_at as "createdAt", m.created_at < now() - ${LOOK_BACK} as "isSettled"
  from webhook_deliveries d join webhook_messages m on m.id = d.message_id
  where d.endpoint_id = $1 and d.id > $2 and d.id <> all($3::bigint[]) order by d.id limit ${PAGE}`,
)

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
    let isLooking = false
    const look = async () => {
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
      if (isLooking) return
      isLooking = true
      await look().finally(() => {
        isLooking = false
      })
    }
    whileOpen(deps, { stream, request, caller, poll, pollMs: LOOK_EVERY_MS }, () => {})
  })
}

/** Where a reader resumes. A reader without a position gets what comes from now on. */
async function positionOf(db: Db, endpointId: string, given: unknown): Promise<number> {
  const [last] = await findLast(db, [endpointId])
  const resumed = Number(given)
  return Number.isSafeInteger(resumed) && resumed >= 0 ? Math.min(resumed, last!.id) : last!.id
}

/** The log of an endpoint after a position, and how far it was sent. */
function readLog(db: Db, endpointId: string, position: number) {
  /** Everything up to here was sent. */
  let settled = position
  /** Sent, but something older may still appear. */
  let recent: { id: number; at: number }[] = []

  function settle(): void {
    const before = performance.now() - LOOK_BACK_SECONDS * 1_000
    settled = Math.max(settled, ...recent.filter(({ at }) => at < before).map(({ id }) => id))
    recent = recent.filter(({ id }) => id > settled)
  }

  return {
    unsent: async (): Promise<Followed[]> => {
      settle()
      const found: Followed[] = []
      const sent = recent.map(({ id }) => id)
      for (let page: Followed[] | undefined; !page || page.length === PAGE; found.push(...page)) {
        page = await listUnsent(db, [endpointId, found.at(-1)?.id ?? settled, sent])
      }
      return found
    },
    /** Returns the position to resume from. */
    markSent: ({ id, isSettled }: Followed): number => {
      if (isSettled) settled = Math.max(settled, id)
      else recent.push({ id, at: performance.now() })
      return settled
    },
  }
}
