import type { PerfStats } from '@infra/protocol/stats'
import { expect, test } from 'vitest'
import { restingMood } from './resting-rules.ts'

const quiet = {
  nodesOnline: 3,
  nodes: { online: 3, busy: 0, maintenance: 0, offline: 0 },
  queued: 0,
  running: 0,
  waitP50Seconds: null,
  waitP90Seconds: null,
}
const hour = {
  hour: new Date(0),
  finished: 0,
  failed: 0,
  p50Seconds: null,
  p90Seconds: null,
  waitP50Seconds: null,
  waitP90Seconds: null,
}

const cases: [string, Partial<PerfStats['now']>, Partial<typeof hour>, { mood: string; why: string }][] = [
  [
    'no node online',
    { nodesOnline: 0, running: 1 },
    {},
    { mood: 'angry', why: 'No node is online, so nothing runs.' },
  ],
  ['many failures', {}, { finished: 6, failed: 4 }, { mood: 'angry', why: '4 of the last 10 jobs failed.' }],
  ['too few jobs to judge', {}, { failed: 4 }, { mood: 'neutral', why: '3 nodes online, nothing to do.' }],
  [
    'a long queue',
    { queued: 2, waitP50Seconds: 90 },
    {},
    { mood: 'eyebrowraise', why: '2 jobs in the queue, and they wait long.' },
  ],
  ['a running job', { running: 1 }, {}, { mood: 'confident', why: '1 job running right now.' }],
  ['a good day', {}, { finished: 100 }, { mood: 'happy', why: '100 jobs finished within a day.' }],
]

test.for(cases)('the mood for %s', ([, now, last, expected]) => {
  expect(restingMood({ now: { ...quiet, ...now }, hours: [hour, { ...hour, ...last }] })).toEqual(expected)
})
