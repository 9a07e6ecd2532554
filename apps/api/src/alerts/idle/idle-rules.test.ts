import { expect, test } from 'vitest'
import { BARRED_HOURS, EXPECTED_JOBS, type IdleNode, whyIdle } from './idle-rules.ts'

const node: IdleNode = { hours: 9, weekAgo: 12, perDay: 14, byOthers: 0, whyNoJobs: null }
const OLD = 'Its agent is older than the catalogue. Update it.'

test.for<[what: string, node: IdleNode, why: string | null]>([
  [
    'nobody ordered anything',
    node,
    'Nobody ordered any of its apps in the last 9 hours. In the same hours it usually gets about 12.',
  ],
  [
    'others got the jobs',
    { ...node, hours: 1, byOthers: 1_400 },
    'Jobs of its apps went to other nodes, which were free first: 1,400 in the last hour. In the same hours it usually gets about 12.',
  ],
  ['the matcher has a reason', { ...node, byOthers: 40, whyNoJobs: OLD }, OLD],
  ['it did something within the hour', { ...node, hours: 0 }, null],
  [
    'just as many as chance may take away',
    { ...node, weekAgo: EXPECTED_JOBS, perDay: EXPECTED_JOBS },
    expect.any(String) as never,
  ],
  ['one less', { ...node, weekAgo: EXPECTED_JOBS - 1 }, null],
  [
    'a night: on average there are jobs, at this time a week ago there were none',
    { ...node, weekAgo: 0 },
    null,
  ],
  ['a busy day a week ago, and few since', { ...node, perDay: 2 }, null],
  [
    'a new node that can get none, for a day',
    { ...node, hours: BARRED_HOURS, weekAgo: 0, perDay: 0, whyNoJobs: OLD },
    OLD,
  ],
  ['and for less', { ...node, hours: BARRED_HOURS - 1, weekAgo: 0, perDay: 0, whyNoJobs: OLD }, null],
  ['a new node on a quiet network', { ...node, hours: 40, weekAgo: 0, perDay: 0 }, null],
])('%s', ([, idle, why]) => {
  expect(whyIdle(idle)).toEqual(why)
})

test('getting none of EXPECTED_JOBS jobs by chance has a probability below 1 %', () => {
  expect(Math.exp(-EXPECTED_JOBS)).toBeLessThan(0.01)
})
