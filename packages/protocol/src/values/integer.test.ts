import { expect, test } from 'vitest'
import { z } from 'zod'
import { integer, integerText } from './integer.ts'

const bounds = { min: -5, max: 100 }

test.for([-5, 0, 100])('accepts %s as a number and as text', (value) => {
  expect(integer(bounds).parse(value)).toBe(value)
  expect(z.decode(integerText(bounds), String(value))).toBe(value)
  expect(z.encode(integerText(bounds), value)).toBe(String(value))
})

test.for([-6, 101, 1.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '5', null])(
  '%s is not a whole number within the bounds',
  (value) => {
    expect(integer(bounds).safeParse(value).success).toBe(false)
  },
)

test.for(['', '-6', '101', '-0', '00', '05', '+5', ' 5', '5 ', '5.0', '5e0', '0x5', '५', 'NaN', 'Infinity'])(
  'the text "%s" is not a whole number within the bounds',
  (value) => {
    expect(integerText(bounds).safeDecode(value).success).toBe(false)
  },
)
