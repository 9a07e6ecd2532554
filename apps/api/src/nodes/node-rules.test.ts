import { findApp } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { canRun, type MatchableNode, type Obstacle, obstaclesOf } from '../matching/matching-rules.ts'
import { stateOf, successOf, whyNoJobs } from './node-rules.ts'

const app = { ...findApp('vectorise')!, version: 3, limits: { runSeconds: 60, memoryMb: 1024 } }
const fit: MatchableNode = {
  apps: [{ id: app.id, version: 3 }],
  hardware: { cores: 2, memoryMb: 1024, mflops: 1, platform: 'test' },
  online: true,
  paused: false,
  appsPaused: [],
  maintenance: false,
  away: null,
  suspendedBecause: null,
  levels: null,
  slots: 2,
  running: 1,
}
const weak = { cores: 1, memoryMb: 1023, mflops: 1, platform: 'test' }

const cases: [string, Partial<MatchableNode>, Obstacle[], string][] = [
  ['meets all requirements', {}, [], 'online'],
  ['is offline', { online: false }, ['offline'], 'offline'],
  ['is in maintenance', { maintenance: true }, ['maintenance'], 'maintenance'],
  ['is in use by its owner', { away: 'in_use' }, ['away'], 'maintenance'],
  ['is paused', { paused: true }, ['paused'], 'maintenance'],
  ['does not serve the app', { apps: [] }, ['not_served'], 'online'],
  ['serves an older version', { apps: [{ id: app.id, version: 2 }] }, ['old_version'], 'online'],
  ['serves a newer version', { apps: [{ id: app.id, version: 4 }] }, ['old_version'], 'online'],
  ['has too little memory', { hardware: weak }, ['memory'], 'online'],
  ['has not reported its hardware', { hardware: null }, ['memory'], 'online'],
  ['recently failed to fetch the weights', { appsPaused: [app.id] }, ['app_paused'], 'online'],
  ['has no free slot', { running: 2 }, ['busy'], 'busy'],
  ['is offline and full', { online: false, running: 3 }, ['offline', 'busy'], 'offline'],
]

test.for(cases)('a node that %s', ([, change, obstacles, state]) => {
  const node = { ...fit, ...change }
  expect(obstaclesOf(node, app)).toEqual(obstacles)
  expect(canRun(node, app)).toBe(obstacles.every((obstacle) => obstacle === 'busy'))
  expect(stateOf(node)).toBe(state)
})

const until = new Date('2026-01-01T12:10:00Z')
test.for<[string | null, Partial<MatchableNode>]>([
  [null, {}],
  ['The agent is not connected. Start it, or look at its log.', { online: false, maintenance: true }],
  ['You set it to maintenance.', { maintenance: true, paused: true }],
  ['Paused until 2026-01-01 12:10 UTC. It failed. Only time ends the pause.', { paused: true }],
  ['You paused it at its terminal. Press p there to go on.', { away: 'paused' }],
  ['Outside its hours. It takes jobs again by itself.', { away: 'hours' }],
  ['It is busy.', { running: 2 }],
  ['Its agent is older than the catalogue. Update it.', { apps: [{ id: app.id, version: 2 }] }],
  ['It has less memory than the apps it serves need.', { hardware: weak }],
  [
    'It could not fetch the weights of the apps it serves. It gets them again later; its log says what is wrong.',
    { appsPaused: [app.id] },
  ],
  ['It serves no app of the catalogue.', { apps: [{ id: 'other', version: 1 }] }],
])('tells the operator why a node gets no jobs: %s', ([reason, change]) => {
  const node = { ...fit, ...change, pausedUntil: until, pausedReason: 'It failed.' }
  expect(whyNoJobs(node, [app])).toBe(reason)
})

test('a node that serves only an app that is switched off serves no app of the catalogue', () => {
  const node = { ...fit, pausedUntil: null, pausedReason: null }
  expect(whyNoJobs(node, [{ ...app, state: 'off' }])).toBe('It serves no app of the catalogue.')
})

test('the confidence interval of a success rate narrows with more jobs', () => {
  expect(successOf(0, 0)).toBeNull()
  const [few, many] = [successOf(1, 0)!, successOf(1_000, 0)!]
  expect([few.rate, many.rate]).toEqual([1, 1])
  expect(few.low).toBeCloseTo(0.207, 3)
  expect(many.low).toBeCloseTo(0.996, 3)
  for (const [finished, failed] of [
    [0, 1],
    [1, 0],
    [3, 7],
    [10_000, 1],
  ] as const) {
    const { rate, low, high } = successOf(finished, failed)!
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeLessThanOrEqual(1)
    expect(low).toBeLessThanOrEqual(rate)
    // Allows for rounding.
    expect(high).toBeGreaterThanOrEqual(rate - 1e-9)
  }
})
