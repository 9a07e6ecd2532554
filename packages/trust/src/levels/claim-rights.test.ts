import { expect, test } from 'vitest'
import { type ClaimableJob, claimRights, mayClaim } from './claim-rights.ts'
import { newTrustRecord, type TrustRecord } from './trust-record.ts'

const base = newTrustRecord({ linkedAt: 0, appVersion: 1 })
const records = {
  new: base,
  probation: { ...base, level: 'probation' },
  known: { ...base, level: 'known' },
  trusted: { ...base, level: 'trusted' },
  watched: { ...base, level: 'trusted', watchLeft: 1 },
  suspended: { ...base, level: 'trusted', suspended: { at: 0, reason: 'strikes' } },
} satisfies Record<string, TrustRecord>

const job = (more: Partial<ClaimableJob> = {}): ClaimableJob => ({
  kind: 'job',
  isPrivate: false,
  price: 5,
  waitedMs: 0,
  ...more,
})

test.for<[string, ClaimableJob, (keyof typeof records)[]]>([
  ['a canary of the entrance', job({ kind: 'entrance_canary' }), ['new']],
  ['a second run', job({ kind: 'second_run' }), ['probation', 'known', 'trusted', 'watched']],
  ['a public job', job(), ['known', 'trusted', 'watched']],
  ['an expensive public job', job({ price: 42 }), ['known', 'trusted', 'watched']],
  [
    'a small public job that waits',
    job({ price: 12, waitedMs: 60_000 }),
    ['probation', 'known', 'trusted', 'watched'],
  ],
  ['one that waits not long enough', job({ price: 12, waitedMs: 59_999 }), ['known', 'trusted', 'watched']],
  ['a larger public job that waits', job({ price: 13, waitedMs: 60_000 }), ['known', 'trusted', 'watched']],
  ['a private job', job({ isPrivate: true, waitedMs: 60_000 }), ['trusted']],
  ['a run as referee', job({ kind: 'referee_run' }), ['trusted']],
])('which nodes may claim %s', ([, claimable, allowed]) => {
  const may = Object.entries(records).filter(([, record]) => mayClaim(record, claimable))
  expect(may.map(([name]) => name)).toEqual(allowed)
})

test('known and trusted nodes vouch, unless they are watched or suspended', () => {
  const vouching = Object.entries(records).filter(([, record]) => claimRights(record).vouches)
  expect(vouching.map(([name]) => name)).toEqual(['known', 'trusted'])
})
