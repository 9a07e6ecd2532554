import type { WebhookDelivery } from '@infra/protocol/programs/webhooks'
import { expect, test } from 'vitest'
import { describeDelivery, describeWebhook } from './describe-webhook.ts'

const delivery: WebhookDelivery = {
  id: '1',
  messageId: 'msg_1',
  type: 'job.finished',
  jobId: null,
  state: 'delivered',
  attempts: 1,
  createdAt: new Date('2026-11-18T10:00:00'),
  sentAt: new Date('2026-11-18T10:00:01'),
  nextAt: null,
  status: 204,
  answer: '',
  ms: 12,
  error: null,
}

test.each<[Partial<WebhookDelivery>, string]>([
  [{}, 'Answered 204 in 12 ms.'],
  [{ attempts: 2 }, 'Answered 204 in 12 ms. Try 2.'],
  [{ state: 'waiting', attempts: 0, status: null, ms: null, nextAt: new Date() }, 'About to be sent.'],
  [{ state: 'waiting', status: null, ms: null, nextAt: new Date() }, 'Being sent.'],
  [
    { state: 'waiting', status: 500, nextAt: new Date('2026-11-18T10:05:00') },
    'Answered 500 in 12 ms. Next try Nov 18, 2026, 10:05:00 AM.',
  ],
  [
    { state: 'failed', attempts: 10, status: null, error: 'No answer in time.' },
    'No answer in time. Try 10. Given up.',
  ],
])('describes a delivery with %o', (change, sentence) => {
  expect(describeDelivery({ ...delivery, ...change }).replaceAll('\u202f', ' ')).toBe(sentence)
})

test('a webhook that was stopped says why', () => {
  const webhook = {
    id: '1',
    url: 'https://example.org',
    events: ['job.finished', 'job.error'] as const,
    createdAt: new Date(),
    failingSince: new Date(),
    previousSecretUntil: null,
  }
  const lines = (why: 'owner' | 'gone' | 'failing') =>
    describeWebhook({ ...webhook, events: [...webhook.events], stopped: { at: new Date(), why } })
  expect(lines('gone')).toEqual([
    'Sends job.finished, job.error.',
    expect.stringContaining('because it answered 410 Gone.'),
  ])
  expect(lines('failing')[1]).toContain('after five days of failures.')
  expect(lines('owner')).toHaveLength(2)
})
