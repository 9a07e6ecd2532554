import type { AwayReason } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { isWithin, longestSpan, parseHours, utcHours } from './hours.ts'
import { type AvailabilityLimits, type Away, nextAway, type Readings, whyAway } from './why-away.ts'

const MINUTE = 60_000
const night = parseHours('22:00-07:00')!
const noon = 12 * 60
const free: Readings = {
  minuteOfDay: noon,
  idleMs: 60 * MINUTE,
  othersLoad: 5,
  isOnBattery: false,
  temperature: 40,
}

test.for<[AwayReason | undefined, Partial<AvailabilityLimits>, Partial<Readings>]>([
  [undefined, {}, { idleMs: 0, othersLoad: 100, isOnBattery: true, temperature: 99 }],
  ['hours', { hours: night }, {}],
  [undefined, { hours: night }, { minuteOfDay: 23 * 60 }],
  ['in_use', { idleMinutes: 10 }, { idleMs: 10 * MINUTE - 1 }],
  [undefined, { idleMinutes: 10 }, { idleMs: 10 * MINUTE }],
  ['load', { loadMax: 30 }, { othersLoad: 30.1 }],
  [undefined, { loadMax: 30 }, { othersLoad: 30 }],
  [undefined, { loadMax: 30 }, { othersLoad: undefined }],
  ['battery', { onBattery: false }, { isOnBattery: true }],
  [undefined, { onBattery: false }, {}],
  ['temperature', { temperatureMax: 80 }, { temperature: 81 }],
  [undefined, { temperatureMax: 80 }, { temperature: 80 }],
  // The first reason that applies is returned.
  ['hours', { hours: night, idleMinutes: 5, loadMax: 1 }, { idleMs: 0 }],
])('returns %s with the limits %j and the readings %j', ([reason, limits, readings]) => {
  expect(whyAway({ onBattery: true, ...limits }, { ...free, ...readings })).toBe(reason)
})

test.for([
  ['22:00-07:00', [22 * 60, 23 * 60 + 59, 0, 6 * 60 + 59], [7 * 60, noon, 22 * 60 - 1]],
  ['9:30-17:00', [9 * 60 + 30, noon, 17 * 60 - 1], [9 * 60 + 29, 17 * 60, 0]],
  ['12:00-13:00, 18:00-24:00', [noon, 18 * 60, 24 * 60 - 1], [0, 13 * 60, 17 * 60]],
  ['00:00-24:00', [0, noon, 24 * 60 - 1], []],
] as const)('%s includes the minutes within it and no others', ([text, inside, outside]) => {
  const hours = parseHours(text)!
  expect(inside.filter((minute) => !isWithin(hours, minute))).toEqual([])
  expect(outside.filter((minute) => isWithin(hours, minute))).toEqual([])
})

test.for(['', '22-7', '25:00-07:00', '22:00-07:60', '22:00', '22:00-07:00,', '08:00-08:00', '24:00-08:00'])(
  '"%s" is refused as hours',
  (text) => {
    expect(parseHours(text)).toBeUndefined()
  },
)

test.for<[AwayReason | undefined, AwayReason, number]>([
  ['load', 'load', 5 * MINUTE - 1],
  [undefined, 'load', 5 * MINUTE],
  ['battery', 'battery', 5 * MINUTE - 1],
  ['temperature', 'temperature', 1],
  [undefined, 'in_use', 1],
  [undefined, 'hours', 1],
])('the reason is %s when %s ended %i ms ago', ([reason, before, ms]) => {
  expect(nextAway({ reason: before, lastAt: 1_000 }, undefined, 1_000 + ms)?.reason).toBe(reason)
})

test('a load that returns restarts the wait, and another reason replaces it', () => {
  let away: Away | undefined
  for (const at of [0, 4 * MINUTE]) away = nextAway(away, 'load', at)
  expect(nextAway(away, undefined, 8 * MINUTE)).toEqual({ reason: 'load', lastAt: 4 * MINUTE })
  expect(nextAway(away, 'in_use', 8 * MINUTE)).toEqual({ reason: 'in_use', lastAt: 8 * MINUTE })
  expect(nextAway(away, undefined, 9 * MINUTE)).toBeUndefined()
})

test.for<[string, number, number, number]>([
  ['22:00-07:00', 0, 22, 7],
  ['22:00-07:00', -120, 20, 5],
  ['22:00-07:00', 300, 3, 12],
  ['09:20-17:40', -330, 4, 12],
  ['12:00-12:20', 0, 12, 13],
  ['00:00-24:00', 60, 1, 1],
  ['12:00-13:00,22:00-07:00', 0, 22, 7],
])('%s is reported in UTC hours with a clock that is %i minutes behind UTC', ([text, offset, from, to]) => {
  expect(utcHours(longestSpan(parseHours(text)!)!, offset)).toEqual({ from, to })
})
