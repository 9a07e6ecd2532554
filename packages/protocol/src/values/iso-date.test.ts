import { expect, test } from 'vitest'
import { z } from 'zod'
import { IsoDate } from './iso-date.ts'

test('encodes a Date as UTC text and decodes it to the same Date', () => {
  const moment = new Date('2026-01-02T03:04:05.678Z')
  expect(z.encode(IsoDate, moment)).toBe('2026-01-02T03:04:05.678Z')
  expect(z.decode(IsoDate, '2026-01-02T03:04:05.678Z')).toEqual(moment)
})

test.for([
  '2026-01-02',
  '2026-01-02T03:04:05',
  '2026-01-02T03:04:05+02:00',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  'now',
  '',
])('refuses to decode "%s"', (text) => {
  expect(IsoDate.safeDecode(text).success).toBe(false)
})

test('refuses to encode an invalid Date', () => {
  expect(z.safeEncode(IsoDate, new Date(Number.NaN)).success).toBe(false)
})
