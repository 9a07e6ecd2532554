import type { ApiKey } from '@infra/protocol/api-keys'
import { expect, test } from 'vitest'
import { describeUse, stateOf } from './describe-key.ts'

const key: ApiKey = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'ci-bot',
  hint: 'infra_sk_9fQ2…x7Lp',
  scopes: ['read', 'order'],
  apps: null,
  networks: null,
  creditsTotal: 500,
  creditsPerDay: 50,
  creditsPerJob: 10,
  openMax: 16,
  spent: 120,
  spentToday: 12,
  left: { total: 380, day: 38 },
  createdAt: new Date('2026-11-01T12:00:00Z'),
  expiresAt: new Date('2027-01-30T12:00:00Z'),
  lastUsedAt: null,
  lastNetwork: null,
  revokedAt: null,
}
const now = new Date('2026-11-17T12:00:00Z')

test('an API key is usable until it is revoked or has expired', () => {
  expect(stateOf(key, now)).toBe('usable')
  expect(stateOf({ ...key, revokedAt: now }, now)).toBe('revoked')
  expect(stateOf({ ...key, expiresAt: now }, now)).toBe('expired')
})

test('an API key says what it spent, when it was last used and until when it is valid', () => {
  expect(describeUse(key, 'usable', now)).toEqual([
    'Spent today: 12 of 50 credits. In all: 120 of 500.',
    'Never used. Valid until Jan 30, 2027.',
  ])
  expect(describeUse({ ...key, creditsTotal: null }, 'usable', now)[0]).toBe('Spent today: 12 of 50 credits.')
  expect(describeUse({ ...key, scopes: ['read'] }, 'usable', now)[0]).toBe('It can only read.')
  const used = { ...key, lastUsedAt: now, lastNetwork: '203.0.113.7' }
  expect(describeUse(used, 'expired', now)[0]).toMatch(
    /^Expired Jan 30, 2027\. Last used Nov 17, 2026, .* from 203\.0\.113\.7\.$/,
  )
})

test('the list says at what time a key expires that lasts for less than a day', () => {
  const trial = { ...key, expiresAt: new Date(now.getTime() + 60 * 60_000) }
  expect(describeUse(trial, 'usable', now)[1]).toMatch(/Valid until Nov 1\d, 2026, \d+:\d\d [AP]M\.$/)
})
