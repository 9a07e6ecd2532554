import { describeAlert, describeAlertOver } from '@infra/protocol/alerts/describe-alert'
import { STEADY_HOURS } from '@infra/protocol/alerts/node-alerts'
import { expect, test } from 'vitest'
import { alertsFor, GIVEN_UP_DAYS, type KnownAlert, type WatchedNode } from './alert-rules.ts'

const now = new Date('2026-01-10T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ago = (ms: number, from = now) => new Date(from.getTime() - ms)
const moment = { now, watchingSince: ago(30 * 24 * HOUR) }

const fine: WatchedNode = {
  lastSeenAt: ago(5_000),
  isOnline: true,
  maintenance: false,
  suspendedBecause: null,
  pausedBecause: null,
  pausedApps: [],
  disk: { freeMb: 10_000, neededMb: 1_000 },
  idle: { since: null, because: null },
}
const away = (minutes: number): WatchedNode => ({
  ...fine,
  lastSeenAt: ago(minutes * MINUTE),
  isOnline: minutes < 1.5,
})
const open: KnownAlert = { id: 'a', kind: 'offline', isUnsteady: false, calmSince: null, overAt: null }
const idle = { since: ago(HOUR).toISOString(), because: 'Nobody ordered anything.' }
const idling: KnownAlert = { ...open, id: 'i', kind: 'idle' }
const lacking: KnownAlert = { ...open, id: 'd', kind: 'disk' }
const offline = { change: 'open', kind: 'offline', reason: null, isUnsteady: false }

test.for<[what: string, node: WatchedNode, known: KnownAlert[], expected: object[], watching?: Date]>([
  ['opens no alert for a healthy node', fine, [], []],
  ['opens no alert for a node that has been offline for less than 2.75 minutes', away(2.7), [], []],
  [
    'opens an alert for a node that has been offline for 2.75 minutes',
    away(2.75),
    [],
    [{ ...offline, since: ago(2.75 * MINUTE) }],
  ],
  [
    'opens no alert for a node that has been offline for 3 minutes, only one of them watched',
    away(3),
    [],
    [],
    ago(MINUTE),
  ],
  ['opens no second alert while one is open', away(60), [open], []],
  [
    'keeps the alert of an offline node open when the watch has just resumed',
    away(60),
    [open],
    [],
    ago(MINUTE),
  ],
  [
    'ends the alert when the node is online again',
    fine,
    [open],
    [{ change: 'end', id: 'a', isDropped: false }],
  ],
  ['opens no alert for a node that was stopped on purpose', { ...away(60), lastSeenAt: null }, [], []],
  [
    'drops the alert when the node is set to maintenance',
    { ...away(60), maintenance: true },
    [open],
    [{ change: 'end', id: 'a', isDropped: true }],
  ],
  [
    'drops the alert of a node that has been offline for too long to wait for it',
    away(GIVEN_UP_DAYS * 24 * 60 + 1),
    [open],
    [{ change: 'end', id: 'a', isDropped: true }],
  ],
  [
    'opens an alert for a node that was paused for failures',
    { ...fine, pausedBecause: '5 of its last 20 jobs failed.' },
    [],
    [
      {
        change: 'open',
        kind: 'failing',
        since: now,
        reason: '5 of its last 20 jobs failed.',
        isUnsteady: false,
      },
    ],
  ],
  [
    'opens an alert for a node that lacks the weights of an app',
    { ...fine, pausedApps: ['cut-out'] },
    [],
    [{ change: 'open', kind: 'failing', reason: 'It couldn’t fetch the weights of cut-out.' }],
  ],
  [
    'opens an alert only about the suspension when a suspended node is offline',
    { ...away(60), suspendedBecause: 'Copied results.' },
    [],
    [{ change: 'open', kind: 'suspended', reason: 'Copied results.' }],
  ],
  [
    'opens an alert for a node with less disk space than it needs',
    { ...fine, disk: { freeMb: 999, neededMb: 1_000 } },
    [],
    [
      {
        change: 'open',
        kind: 'disk',
        reason: 'It has 999 MB of free disk space and needs 1,000 MB.',
        isUnsteady: false,
      },
    ],
  ],
  [
    'opens no alert for a node with exactly the disk space it needs',
    { ...fine, disk: { freeMb: 1_000, neededMb: 1_000 } },
    [],
    [],
  ],
  [
    'keeps the disk alert open while there is little more space than needed',
    { ...fine, disk: { freeMb: 1_200, neededMb: 1_000 } },
    [lacking],
    [],
  ],
  [
    'ends the disk alert when there is a quarter more space than needed',
    { ...fine, disk: { freeMb: 1_250, neededMb: 1_000 } },
    [lacking],
    [{ change: 'end', id: 'd', isDropped: false }],
  ],
  [
    'keeps the disk alert open while the node is offline for a moment',
    { ...away(2), disk: { freeMb: 9, neededMb: 1_000 } },
    [lacking],
    [],
  ],
  [
    'drops the disk alert when the node is set to maintenance',
    { ...fine, maintenance: true, disk: { freeMb: 9, neededMb: 1_000 } },
    [lacking],
    [{ change: 'end', id: 'd', isDropped: true }],
  ],
  [
    'opens an alert for a node that has had no jobs for an unusual time',
    { ...fine, idle },
    [],
    [{ change: 'open', kind: 'idle', since: ago(HOUR), reason: 'Nobody ordered anything.' }],
  ],
  ['keeps the idle alert open while the node is offline for a moment', { ...away(2), idle }, [idling], []],
  [
    'ends the idle alert when the node gets jobs again',
    fine,
    [idling],
    [{ change: 'end', id: 'i', isDropped: false }],
  ],
  [
    'drops the idle alert when the node no longer takes jobs',
    { ...fine, idle: null },
    [idling],
    [{ change: 'end', id: 'i', isDropped: true }],
  ],
  ['opens no alert for an agent that does not report its disk space', { ...fine, disk: null }, [], []],
  [
    'opens an alert as unsteady when the node goes offline soon after it came back',
    away(3),
    [{ ...open, overAt: ago(HOUR) }],
    [{ ...offline, isUnsteady: true }],
  ],
  [
    'marks an unsteady alert as calm when the node is online again',
    fine,
    [{ ...open, isUnsteady: true }],
    [{ change: 'calm', id: 'a' }],
  ],
  [
    'marks an unsteady alert as worse when the node is offline again',
    away(5),
    [{ ...open, isUnsteady: true, calmSince: ago(HOUR) }],
    [{ change: 'worse', id: 'a' }],
  ],
  [
    'ends an unsteady alert when the node has been online for long enough',
    fine,
    [{ ...open, isUnsteady: true, calmSince: ago(STEADY_HOURS * HOUR) }],
    [{ change: 'end', id: 'a', isDropped: false }],
  ],
])('%s', ([, node, known, expected, watchingSince = moment.watchingSince]) => {
  expect(alertsFor(node, known, { now, watchingSince })).toMatchObject(expected)
})

test.for([4, 30, 300])('1,000 flaps of %i minutes each send exactly four messages', (minutes) => {
  const known: KnownAlert[] = []
  const titles: string[] = []
  let at = now
  let id = 0
  function pass(time: number, isOnline: boolean): void {
    const begin = at
    const step = minutes > 60 ? 10 * MINUTE : MINUTE
    for (let passed = 0; passed < time; passed += step) {
      at = new Date(at.getTime() + step)
      const recent = known.filter(({ overAt }) => !overAt || overAt > ago(STEADY_HOURS * HOUR, at))
      const lastSeenAt = isOnline ? at : begin
      const isSeen = at.getTime() - lastSeenAt.getTime() < 90_000
      for (const change of alertsFor({ ...fine, lastSeenAt, isOnline: isSeen }, recent, {
        ...moment,
        now: at,
      })) {
        if (change.change === 'open') {
          known.push({ ...open, id: String(++id), isUnsteady: change.isUnsteady })
          titles.push(describeAlert({ ...change, node: { name: 'Attic' } }).title)
          continue
        }
        const alert = known.find((one) => one.id === change.id)!
        if (change.change === 'end') alert.overAt = at
        else alert.calmSince = change.change === 'calm' ? at : null
        if (change.change === 'end')
          titles.push(describeAlertOver({ ...alert, reason: null, node: { name: 'Attic' } }).title)
      }
    }
  }
  for (let flap = 0; flap < 1_000; flap++) {
    pass(minutes * MINUTE, false)
    pass(minutes * MINUTE, true)
  }
  pass(2 * 24 * HOUR, true)
  expect(titles).toEqual([
    'Attic is offline',
    'Attic is back online',
    'Attic keeps going offline',
    'Attic is back online',
  ])
})
