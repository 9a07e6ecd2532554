import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, TRUST_RULES } from '../trust-rules.ts'
import {
  applyTrustEvent,
  type CheckOutcome,
  mayBeginEntrance,
  replayTrust,
  type TrustEvent,
} from './apply-trust-event.ts'
import { newTrustRecord, REFERENCE, type TrustRecord } from './trust-record.ts'

const START = 1_800_000_000_000
const fresh = (more = {}) => newTrustRecord({ linkedAt: START, appVersion: 1, ...more })

function canaries(at: number, ...right: boolean[]): TrustEvent[] {
  return [
    { type: 'entrance_begun', at },
    ...right.map((isRight): TrustEvent => ({ type: 'entrance_canary', at, isRight })),
  ]
}

function checks(
  count: number,
  at: number,
  { outcome = 'agreed' as CheckOutcome, by = 'olga', counts = true } = {},
): TrustEvent[] {
  return Array.from({ length: count }, () => ({ type: 'check', at, outcome, by, counts }))
}

const struckAt = (at: number): TrustEvent[] => [
  ...checks(1, at, { outcome: 'contradicted' }),
  { type: 'strike', at },
]

const RIGHT = Array<boolean>(8).fill(true)
const toProbation = canaries(START, ...RIGHT)
const toKnown = [...toProbation, ...checks(50, START + 72 * HOUR_MS)]
const toTrusted = [...toKnown, ...checks(60, START + 14 * DAY_MS, { by: REFERENCE })]
const LATER = START + 20 * DAY_MS

/** Applies events in order; returns the record and what suspended the node. */
function applyEvents(events: TrustEvent[], record: TrustRecord = fresh()) {
  const reasons = events.map((event) => {
    const change = applyTrustEvent(record, event)
    record = change.record
    return change.suspends
  })
  return { record, suspends: reasons.filter((reason) => reason !== null) }
}

test.for<[string, TrustEvent[], TrustRecord['level']]>([
  ['nothing was run', [], 'new'],
  ['seven of eight canaries were run', canaries(START, ...RIGHT.slice(1)), 'new'],
  ['eight canaries were right', toProbation, 'probation'],
  ['one of eight was wrong', canaries(START, false, ...RIGHT.slice(1)), 'probation'],
  ['two of eight were wrong', canaries(START, false, false, ...RIGHT.slice(2)), 'new'],
  ['right canaries without an entrance', canaries(START, ...RIGHT).slice(1), 'new'],
  ['canaries of two entrances', [...canaries(START, ...RIGHT.slice(4)), ...canaries(START, true)], 'new'],
  ['49 checks', [...toProbation, ...checks(49, START + 72 * HOUR_MS)], 'probation'],
  ['50 checks, an hour too soon', [...toProbation, ...checks(50, START + 71 * HOUR_MS)], 'probation'],
  [
    '50 checks too soon, and then time',
    [...toProbation, ...checks(50, START), { type: 'time_passed', at: START + 72 * HOUR_MS }],
    'known',
  ],
  ['50 checks after 72 hours', toKnown, 'known'],
  [
    '50 checks by nodes whose word does not count',
    [...toProbation, ...checks(50, LATER, { counts: false })],
    'probation',
  ],
  ['50 unclear checks', [...toProbation, ...checks(50, LATER, { outcome: 'unclear' })], 'probation'],
  ['60 checks by a reference node', toTrusted, 'trusted'],
  ['60 checks by one operator', [...toKnown, ...checks(60, LATER)], 'known'],
  [
    '60 checks by two operators',
    [...toKnown, ...checks(30, LATER), ...checks(30, LATER, { by: 'rita' })],
    'known',
  ],
  [
    '60 checks by three operators',
    [
      ...toKnown,
      ...checks(30, LATER),
      ...checks(29, LATER, { by: 'rita' }),
      ...checks(1, LATER, { by: 'sven' }),
    ],
    'trusted',
  ],
  ['60 checks within 13 days', [...toKnown, ...checks(60, START + 13 * DAY_MS, { by: REFERENCE })], 'known'],
  [
    'a new version of the app',
    [...toTrusted, { type: 'app_version_changed', at: LATER, version: 2 }],
    'known',
  ],
  [
    'a new version and 9 checks',
    [...toTrusted, { type: 'app_version_changed', at: LATER, version: 2 }, ...checks(9, LATER)],
    'known',
  ],
  [
    'a new version and 10 checks',
    [...toTrusted, { type: 'app_version_changed', at: LATER, version: 2 }, ...checks(10, LATER)],
    'trusted',
  ],
  ['59 days without a check', [...toTrusted, { type: 'time_passed', at: START + 73 * DAY_MS }], 'trusted'],
  ['60 days without a check', [...toTrusted, { type: 'time_passed', at: START + 74 * DAY_MS }], 'known'],
  [
    'a strike on probation begins it anew',
    [...toProbation, ...checks(49, LATER), ...struckAt(LATER), ...checks(49, LATER)],
    'probation',
  ],
  [
    '50 checks after a strike on probation',
    [...toProbation, ...checks(49, LATER), ...struckAt(LATER), ...checks(50, LATER)],
    'known',
  ],
  ['a strike when trusted', [...toTrusted, ...struckAt(LATER)], 'trusted'],
  [
    'a strike while checked again for a new version',
    [
      ...toTrusted,
      { type: 'app_version_changed', at: LATER, version: 2 },
      ...struckAt(LATER),
      ...checks(59, LATER, { by: REFERENCE }),
    ],
    'known',
  ],
])('the level after: %s', ([, events, level]) => {
  expect(applyEvents(events).record.level).toBe(level)
})

test('a reference node is trusted from the start', () => {
  expect(fresh({ isReference: true }).level).toBe('trusted')
})

test("a node with its operator's own model never rises above known", () => {
  const limited = fresh({ levelMax: 'known' })
  expect(applyEvents([...toTrusted, ...checks(99, LATER, { by: REFERENCE })], limited).record.level).toBe(
    'known',
  )
})

test('a further app needs three canaries, all of them right', () => {
  const further = fresh({ isFurtherApp: true })
  expect(applyEvents(canaries(START, true, true, true), further).record.level).toBe('probation')
  expect(applyEvents(canaries(START, true, true, false), further).record.level).toBe('new')
})

test('a node may begin three entrances per day', () => {
  const lost = [START, START + 1, START + 2].flatMap((at) => canaries(at, false, false))
  const { record } = applyEvents(lost)
  expect(mayBeginEntrance(applyEvents(lost.slice(0, -3)).record, START + 3)).toBe(true)
  expect(mayBeginEntrance(record, START + 3)).toBe(false)
  expect(mayBeginEntrance(record, START + DAY_MS)).toBe(true)
})

test('a node may not begin an entrance while one is open or after it has passed', () => {
  expect(mayBeginEntrance(applyEvents(canaries(START, true)).record, START)).toBe(false)
  expect(mayBeginEntrance(applyEvents(toProbation).record, LATER)).toBe(false)
})

test('a node is watched after a strike until it passes 20 checks that count', () => {
  const struck = applyEvents([...toTrusted, ...struckAt(LATER)]).record
  expect(struck.watchLeft).toBe(20)
  expect(applyEvents(checks(19, LATER), struck).record.watchLeft).toBe(1)
  expect(applyEvents(checks(30, LATER, { counts: false }), struck).record.watchLeft).toBe(20)
  expect(applyEvents(checks(20, LATER), struck).record.watchLeft).toBe(0)
})

test.for<[string, TrustEvent[], string[]]>([
  ['one strike', struckAt(LATER), []],
  ['a second one while watched', [...struckAt(LATER), ...struckAt(LATER)], ['strike_while_watched']],
  ['a second one after 20 checks', [...struckAt(LATER), ...checks(20, LATER), ...struckAt(LATER)], []],
  [
    'the third within 400 checks',
    [
      ...struckAt(LATER),
      ...checks(199, LATER),
      ...struckAt(LATER),
      ...checks(198, LATER),
      ...struckAt(LATER),
    ],
    ['strikes'],
  ],
  [
    'the third when the first is 400 checks old',
    [
      ...struckAt(LATER),
      ...checks(199, LATER),
      ...struckAt(LATER),
      ...checks(199, LATER),
      ...struckAt(LATER),
    ],
    [],
  ],
  [
    'a strike when another node of the operator was suspended',
    [{ type: 'watched', at: LATER }, ...struckAt(LATER)],
    ['strike_while_watched'],
  ],
  [
    'further strikes when it is suspended already',
    [{ type: 'suspended', at: LATER, reason: 'moderator' }, ...struckAt(LATER), ...struckAt(LATER)],
    [],
  ],
])('what suspends a trusted node: %s', ([, events, suspends]) => {
  expect(applyEvents([...toTrusted, ...events]).suspends).toEqual(suspends)
})

test('lifting a suspension leaves the node watched; overturning it also clears its strikes', () => {
  const suspended = applyEvents([
    ...toTrusted,
    ...struckAt(LATER),
    { type: 'suspended', at: LATER, reason: 'strikes' },
  ]).record
  const lift = (isOverturned: boolean) =>
    applyEvents([{ type: 'lifted', at: LATER, isOverturned }], suspended).record
  expect(lift(false)).toMatchObject({ suspended: null, watchLeft: 20, strikesAt: [111] })
  expect(lift(true)).toMatchObject({ suspended: null, watchLeft: 0, strikesAt: [] })
})

test('replaying events without a withdrawn strike gives the level that later checks earned', () => {
  const before = [...toProbation, ...checks(30, LATER)]
  const after = checks(19, LATER)
  const struck = replayTrust(fresh(), [...before, ...struckAt(LATER), ...after])
  expect(struck).toMatchObject({ level: 'probation', strikes: 1 })
  const withdrawn = replayTrust(fresh(), [...before, ...checks(1, LATER), ...after])
  expect(withdrawn).toMatchObject({ level: 'known', strikes: 0, contradicted: 0 })
})

test('a node is trusted at once if the rules require nothing', () => {
  const rules = {
    ...TRUST_RULES,
    entranceCanaries: 0,
    probationChecks: 0,
    probationMs: 0,
    knownChecks: 0,
    trustedMs: 0,
    trustedOperators: 0,
  }
  expect(newTrustRecord({ linkedAt: START, appVersion: 1 }, rules).level).toBe('trusted')
})
