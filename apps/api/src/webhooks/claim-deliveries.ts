import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { FAILING_DAYS_MAX } from './delivery-rules.ts'

/** Longer than a request may take. A process that hasn't reported the outcome by then has ended. */
const LEASE_SECONDS = 60

/** How many requests one endpoint gets at once; one that fails gets one at a time, so that requests that hang hold up few others. */
const AT_ONCE_PER_ENDPOINT = 4

/** How many due deliveries are considered. */
const CANDIDATES_MAX = 256

export interface ClaimedDelivery {
  id: string
  attempts: number
  endpointId: string
  /** Requests that this endpoint may have at once. */
  atOnce: number
  url: string
  secrets: string[]
  messageId: string
  type: string
  data: Record<string, unknown>
  createdAt: Date
}

const claim = statement<ClaimedDelivery>(
  'claim-deliveries',
  `with due as (
    select id, endpoint_id, row_number() over (partition by endpoint_id order by next_at, id) as place from (
      select id, endpoint_id, next_at from webhook_deliveries
      where state = 'waiting' and next_at <= now() and endpoint_id <> all($1::uuid[]) order by next_at, id limit ${CANDIDATES_MAX}
    ) first
  ),
  chosen as (
    select w.id, case when e.failing_since is null then ${AT_ONCE_PER_ENDPOINT} else 1 end as at_once
    from due join webhook_deliveries w on w.id = due.id join webhook_endpoints e on e.id = due.endpoint_id
    where due.place <= case when e.failing_since is null then ${AT_ONCE_PER_ENDPOINT} else 1 end - coalesce(($2::jsonb ->> e.id::text)::int, 0)
      and e.stopped_at is null and w.state = 'waiting' and w.next_at <= now()
    order by w.next_at, w.id limit $3 for update of w skip locked
  )
  update webhook_deliveries d set attempts = d.attempts + 1, sent_at = now(), next_at = now() + interval '${LEASE_SECONDS} seconds'
  from chosen, webhook_messages m, webhook_endpoints e
  where d.id = chosen.id and m.id = d.message_id and e.id = d.endpoint_id
  returning d.id, d.attempts, d.endpoint_id as "endpointId", chosen.at_once as "atOnce", e.url, m.id as "messageId", m.type, m.data,
    m.created_at as "createdAt", array_remove(array[e.secret, case when e.previous_until > now() then e.previous_secret end], null) as secrets`,
)

interface Room {
  /** Endpoints that have reached their number of simultaneous requests. */
  busy: string[]
  /** How many requests each of the others has in progress. */
  underWay: Record<string, number>
  free: number
}

/**
 * Takes due deliveries for a limited time. Their tries are counted here, before the request leaves, so that one that is sent again after a
 * crash can be distinguished from a first try.
 */
export async function claimDeliveries(db: Db, { busy, underWay, free }: Room): Promise<ClaimedDelivery[]> {
  return claim(db, [busy, underWay, free])
}

/** A result that comes after the lease was lost changes nothing, because `attempts` has changed by then. */
const CLAIMED = `id = $1 and attempts = $2 and state = 'waiting'`

const record = statement(
  'record-delivery',
  `with sent as (
    update webhook_deliveries set state = $3::text, next_at = now() + make_interval(secs => $4), status = $5::int, answer = $6, error = $7, ms = $8
    where ${CLAIMED} returning endpoint_id
  ),
  endpoint as (
    update webhook_endpoints e set
      failing_since = case when $3::text <> 'delivered' then coalesce(e.failing_since, now()) end,
      stopped_at = case when ${whyStopped()} is null then e.stopped_at else now() end,
      stopped_why = coalesce(${whyStopped()}, e.stopped_why)
    from sent where e.id = sent.endpoint_id and e.stopped_at is null and (e.failing_since is not null or $3::text <> 'delivered')
    returning e.id, e.stopped_at
  )
  update webhook_deliveries d set state = 'failed', next_at = null, error = 'The endpoint was switched off before this was delivered.'
  from endpoint where endpoint.stopped_at is not null and d.endpoint_id = endpoint.id and d.state = 'waiting' and d.id <> $1`,
)

function whyStopped(): string {
  return `case when $3::text = 'delivered' then null when $5::int = 410 then 'gone'
        when e.failing_since < now() - interval '${FAILING_DAYS_MAX} days' then 'failing' end`
}

export interface Outcome {
  state: 'waiting' | 'delivered' | 'failed'
  /** The pause until the next try. */
  pauseMs: number | null
  status: number | null
  answer: string | null
  error: string | null
  ms: number
}

export async function recordOutcome(
  db: Db,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { state, pauseMs, status, answer, error, ms }: Outcome,
): Promise<void> {
  const seconds = pauseMs === null ? null : pauseMs / 1_000
  await record(db, [id, attempts, state, seconds, status, answer, error, ms])
}

/** Lets another process send it, because this one is closing. */
export const releaseDelivery = statement(
  'release-delivery',
  `update webhook_deliveries set next_at = now() where ${CLAIMED}`,
)
