import type { Webhook, WebhookDelivery } from '@infra/protocol/programs/webhooks'
import type { DeliveryRow } from './delivery-queries.ts'
import type { WebhookRow } from './webhook-queries.ts'

export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const { stoppedAt, stoppedWhy, previousUntil } = row
  return {
    ...row,
    stopped: stoppedAt && stoppedWhy && { at: stoppedAt, why: stoppedWhy },
    previousSecretUntil: previousUntil && previousUntil > now ? previousUntil : null,
  }
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return { ...row, id: String(row.id) }
}
