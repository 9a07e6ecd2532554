import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
const job = {
  status: 'finished' as const,
  createdAt: at(0),
  startedAt: at(2),
  finishedAt: at(30),
  node: { id: '0x0000000000000000000000000000000000000001' as const, name: 'Fern' },
  progress: { part: 0, stage: '' },
  attempts: 1,
  price: 3,
}

test('a finished job shows when it was ordered, picked up and finished, with the times between', () => {
  expect(timelineOf(job)).toEqual([
    { what: 'Ordered', at: at(0), state: 'done' },
    { what: 'Picked up by Fern', at: at(2), after: 'waited 2.0 s', state: 'done' },
    { what: 'Finished', at: at(30), after: 'ran 28 s', state: 'done' },
  ])
})

test('a running job shows its current stage and what is ahead', () => {
  const running = { ...job, status: 'running' as const, finishedAt: null, attempts: 2 }
  expect(timelineOf({ ...running, progress: { part: 0.4, stage: 'Finding the subject' } })).toMatchObject([
    { what: 'Ordered' },
    { what: 'Picked up by Fern, attempt 2' },
    { what: 'Finding the subject', state: 'now' },
    { what: 'Finished', state: 'ahead' },
  ])
})

test('a job that was cancelled before any node took it shows no pickup', () => {
  const cancelled = { ...job, status: 'cancelled' as const, startedAt: null, node: null }
  expect(timelineOf(cancelled).map(({ what }) => what)).toEqual(['Ordered', 'Cancelled'])
})
