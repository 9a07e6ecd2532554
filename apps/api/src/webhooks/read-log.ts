import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** Messages that one statement reads. */
const PAGE = 100

/**
 * How many are read until the reader has got them. A log has 30 days of messages, which one process can't hold for each reader; and more than
 * this would fill the buffer of a stream, which is then closed.
 */
export const UNSENT_MAX = 3 * PAGE

/**
 * Messages that are written at the same moment get their numbers in one order and may become visible in another. So messages younger than
 * this are read again: better a reader who resumes gets some messages twice than one never.
 */
const OVERLAP_SECONDS = 10
const OVERLAP = `interval '${OVERLAP_SECONDS} seconds'`

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
  `select d.id::float8, m.id as "messageId", m.type, m.data, m.created_at as "createdAt", m.created_at < now() - ${OVERLAP} as "isSettled"
  from webhook_deliveries d join webhook_messages m on m.id = d.message_id
  where d.endpoint_id = $1 and d.id > $2 and d.id <> all($3::bigint[]) order by d.id limit ${PAGE}`,
)

/** The log of an endpoint after a position, and how far it was sent. */
export function readLog(db: Db, endpointId: string, position: number) {
  /** Everything up to here was sent. */
  let settled = position
  /** Sent, but something older may still appear. */
  let recent: { id: number; at: number }[] = []

  function settle(): void {
    const before = performance.now() - OVERLAP_SECONDS * 1_000
    settled = Math.max(settled, ...recent.filter(({ at }) => at < before).map(({ id }) => id))
    recent = recent.filter(({ id }) => id > settled)
  }

  return {
    /** The oldest that were not sent yet; not all of them. */
    unsent: async (): Promise<Followed[]> => {
      settle()
      const found: Followed[] = []
      const sent = recent.map(({ id }) => id)
      for (
        let page: Followed[] | undefined;
        !page || (page.length === PAGE && found.length < UNSENT_MAX);
        found.push(...page)
      ) {
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
