import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '@infra/protocol/endpoint'
import {
  type changeWebhook as changeEndpoint,
  type createWebhook as createEndpoint,
  WEBHOOKS_MAX,
} from '@infra/protocol/programs/webhooks'
import { Refusal } from '@infra/protocol/refusal'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/user-queries.ts'
import { stopWaiting } from './delivery-queries.ts'
import { makeSecret } from './sign-message.ts'
import {
  findWebhook,
  insertWebhook,
  listWebhooksOf,
  updateWebhook,
  type WebhookRow,
} from './webhook-queries.ts'

type WebhookDeps = Pick<Deps, 'db' | 'now' | 'outbound'>

/** After a rotation, both secrets sign for this long. */
const BOTH_SIGN_MS = 24 * 60 * 60_000

export async function createWebhook(
  { db, now, outbound }: WebhookDeps,
  address: string,
  { url, events }: Input<typeof createEndpoint>['body'],
): Promise<WebhookRow> {
  refuseUrl(outbound, url)
  return transaction(db, async (tx) => {
    // If two endpoints are created at once, the second sees the first.
    if (!(await lockUser(tx, address))) throw new Refusal('invalid_token', 'This account was deleted.')
    if ((await listWebhooksOf(tx, address)).length >= WEBHOOKS_MAX)
      throw new Refusal('conflict', `You have ${WEBHOOKS_MAX} webhook endpoints. Delete one first.`)
    return insertWebhook(tx, {
      id: randomUUIDv7(),
      address,
      url,
      events,
      secret: makeSecret(),
      createdAt: now(),
    })
  })
}

export async function changeWebhook(
  { db, now, outbound }: WebhookDeps,
  mine: { address: string; id: string },
  { isOn, ...change }: Input<typeof changeEndpoint>['body'],
): Promise<WebhookRow> {
  if (change.url !== undefined) refuseUrl(outbound, change.url)
  const stop = isOn ? { stoppedAt: null, stoppedWhy: null, failingSince: null } : stopBy(now())
  return transaction(db, async (tx) => {
    const row = foundWebhook(await updateWebhook(tx, mine, { ...change, ...(isOn !== undefined && stop) }))
    if (isOn === false) await stopWaiting(tx, [mine.id])
    return row
  })
}

const stopBy = (at: Date) => ({ stoppedAt: at, stoppedWhy: 'owner' as const })

export async function rotateSecret(
  { db, now }: WebhookDeps,
  mine: { address: string; id: string },
): Promise<WebhookRow> {
  return transaction(db, async (tx) => {
    // If a secret is rotated twice at once, the second rotation sees the first.
    await lockUser(tx, mine.address)
    const { secret } = foundWebhook(await findWebhook(tx, mine.address, mine.id))
    const previousUntil = new Date(now().getTime() + BOTH_SIGN_MS)
    const change = { secret: makeSecret(), previousSecret: secret, previousUntil }
    return foundWebhook(await updateWebhook(tx, mine, change))
  })
}

function refuseUrl(outbound: Deps['outbound'], url: string): void {
  const why = outbound.whyRefused(url)
  if (why) throw new Refusal('url_refused', why, { errors: [{ pointer: '/url', message: why }] })
}

/** Also for those of others, so that nobody can tell that they exist. */
export function foundWebhook(row: WebhookRow | undefined): WebhookRow {
  if (!row) throw new Refusal('not_found', 'There is no such webhook endpoint.')
  return row
}
