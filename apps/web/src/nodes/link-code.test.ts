import { expect, test } from 'vitest'
import { asCode } from './link-code.ts'

test.each([
  ['BCDF-GHJK', 'BCDF-GHJK'],
  [' bcdf ghjk ', 'BCDF-GHJK'],
  ['bcdfghjk', 'BCDF-GHJK'],
  ['bcd', 'BCD'],
])('%s is read as %s', (typed, code) => {
  expect(asCode(typed)).toBe(code)
})
