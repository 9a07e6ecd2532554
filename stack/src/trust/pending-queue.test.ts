import { newTrustRecord, type TrustRecord } from '@infra/trust/levels/trust-record'
import { DAY_MS, TRUST_RULES } from '@infra/trust/trust-rules'
import { expect, test } from 'vitest'
import { PendingQueue } from './pending-queue.ts'

const known: TrustRecord = { ...newTrustRecord({ linkedAt: 0, appVersion: 1 }), level: 'known' }

test('pays out earnings oldest first, and takes them away newest first', () => {
  const queue = new PendingQueue(TRUST_RULES)
  for (let at = 0; at < 150; at += 1) queue.push(0, 2)
  queue.mature(known, 3 * DAY_MS)
  // The last hundred have fewer than a hundred later results.
  expect(queue).toMatchObject({ paid: 100, total: 200 })
  expect(queue.take(30)).toBe(30)
  queue.mature(known, 30 * DAY_MS)
  expect(queue).toMatchObject({ paid: 270, total: 0 })
  expect(queue.take(5)).toBe(0)
})

test('pays nothing out to a watched node', () => {
  const queue = new PendingQueue(TRUST_RULES)
  queue.push(0, 7)
  queue.mature({ ...known, watchLeft: 1 }, 40 * DAY_MS)
  expect(queue).toMatchObject({ paid: 0, total: 7 })
})
