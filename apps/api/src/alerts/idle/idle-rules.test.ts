import { expect, test } from 'vitest'
import { EXPECTED_JOBS, type IdleNode, NO_JOBS_HOURS, whyIdle } from './idle-rules.ts'

const node: IdleNode = { hours: 9, weekAgo: 12, perDay: 14, byOthers: 0, whyNoJobs: null }
const OLD = 'Its agent is older than the catalogue. Update it.'

test.for<[what: string, node: IdleNode, why: string | null]>([
  [
    'says that nobody ordered the node’s apps',
    node,
    'Nobody ordered any of its apps in the last 9 hours. In the same hours it usually gets about 12.',
  ],
  [
    'says that other nodes got the jobs',
    { ...node, hours: 1, byOthers: 1_400 },
    'Jobs of its apps went to other nodes, which were free first: 1,400 in the last hour. In the same hours it usually gets about 12.',
  ],
  ['gives the matcher’s reason if there is one', { ...node, byOthers: 40, whyNoJobs: OLD }, OLD],
  ['says nothing if the node ran a job within the hour', { ...node, hours: 0 }, null],
  [
    'gives a reason from the minimum of expected jobs on',
    { ...node, weekAgo: EXPECTED_JOBS, perDay: EXPECTED_JOBS },
    expect.any(String) as never,
  ],
  ['says nothing below the minimum of expected jobs', { ...node, weekAgo: EXPECTED_JOBS - 1 }, null],
  ['says nothing at night, when there were no jobs at this time a week ago', { ...node, weekAgo: 0 }, null],
  ['says nothing if there have been few jobs since a busy day a week ago', { ...node, perDay: 2 }, null],
  [
    'gives the reason why a new node could get no job for a day',
    { ...node, hours: NO_JOBS_HOURS, weekAgo: 0, perDay: 0, whyNoJobs: OLD },
    OLD,
  ],
  [
    'says nothing about a new node that could get no job for less than a day',
    { ...node, hours: NO_JOBS_HOURS - 1, weekAgo: 0, perDay: 0, whyNoJobs: OLD },
    null,
  ],
  ['says nothing about a new node on a quiet network', { ...node, hours: 40, weekAgo: 0, perDay: 0 }, null],
])('%s', ([, idle, why]) => {
  expect(whyIdle(idle)).toEqual(why)
})

test('getting none of EXPECTED_JOBS jobs by chance has a probability below 1 %', () => {
  expect(Math.exp(-EXPECTED_JOBS)).toBeLessThan(0.01)
})
