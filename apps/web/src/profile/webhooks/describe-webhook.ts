import type { Webhook, WebhookDelivery, WebhookEvent } from '@infra/protocol/programs/webhooks'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const second = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

export const eventLabels: Record<WebhookEvent, string> = {
  'job.finished': 'A job is finished',
  'job.error': 'A job fails',
  'job.cancelled': 'A job is cancelled',
  'batch.finished': 'A batch of jobs is finished',
  'key.cap_reached': 'An API key reaches its limit',
  'node.alert': 'Something is wrong with a node',
  'node.alert_over': 'A node is all right again',
}

/** What the list says of an endpoint, line by line. */
export function describeWebhook(webhook: Webhook): string[] {
  const { events, stopped, failingSince, previousSecretUntil } = webhook
  return [
    `Sends ${events.join(', ')}.`,
    ...(stopped ? [whyStopped(stopped)] : []),
    ...(failingSince && !stopped ? [`Nothing was delivered since ${moment.format(failingSince)}.`] : []),
    ...(previousSecretUntil ? [`The old secret works until ${moment.format(previousSecretUntil)}.`] : []),
  ]
}

function whyStopped({ why, at }: NonNullable<Webhook['stopped']>): string {
  if (why === 'gone') return `Switched off ${moment.format(at)}, because it answered 410 Gone.`
  if (why === 'failing') return `Switched off ${moment.format(at)}, after five days of failures.`
  return `Switched off ${moment.format(at)}.`
}

/** The outcome of a delivery. */
export function describeDelivery(delivery: WebhookDelivery): string {
  const { state, status, error, ms, attempts, nextAt } = delivery
  if (attempts === 0) return state === 'failed' ? `Not sent. ${error ?? ''}`.trim() : 'About to be sent.'
  const answer = status === null ? (error ?? 'Being sent.') : `Answered ${status} in ${ms} ms.`
  const next = state === 'waiting' && nextAt && (status ?? error) ? ` Next try ${second.format(nextAt)}.` : ''
  return `${answer}${attempts > 1 ? ` Try ${attempts}.` : ''}${state === 'failed' ? ' Given up.' : ''}${next}`
}

export const describeSentAt = ({ sentAt, createdAt }: WebhookDelivery) => second.format(sentAt ?? createdAt)
