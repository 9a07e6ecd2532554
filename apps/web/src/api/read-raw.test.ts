import type { listFinishedJobs } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { rawAddress, withMoments } from './read-raw.ts'

test('an address contains the defined query parameters in their order', () => {
  const query = { limit: 10, app_id: 'cut-out', before: undefined }
  expect(rawAddress<typeof listFinishedJobs>('/job/finished', query)).toBe(
    '/job/finished?limit=10&app_id=cut-out',
  )
  expect(rawAddress<typeof listFinishedJobs>('/job/finished')).toBe('/job/finished')
})

test('timestamps become dates, and everything else, even a missing timestamp, stays as it came', () => {
  interface Event {
    name: string
    at: Date
    endedAt: Date | null
  }
  const raw = { name: '2026-01-01T00:00:00.000Z', at: '2026-01-01T00:00:00.000Z', endedAt: null }
  expect(withMoments<Event>(raw, { at: true, endedAt: true })).toEqual({ ...raw, at: new Date(raw.at) })
})
