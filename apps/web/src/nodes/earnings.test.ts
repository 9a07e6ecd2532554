import { expect, test } from 'vitest'
import { earningsByDay } from './earnings.ts'

const line = (at: string, kind: 'earning' | 'release', credits: number) => ({
  ...{ at: new Date(at), kind, pending: credits, available: 0 },
})

test('payments are summed by day, newest first; what only moved is no earning', () => {
  expect(
    earningsByDay([
      line('2026-03-02T12:00:00', 'earning', 3),
      line('2026-03-01T23:59:00', 'earning', 2),
      line('2026-03-02T01:00:00', 'earning', 4),
      line('2026-03-02T13:00:00', 'release', 9),
    ]),
  ).toEqual([
    { day: '2026-03-02', credits: 7, jobs: 2 },
    { day: '2026-03-01', credits: 2, jobs: 1 },
  ])
})
