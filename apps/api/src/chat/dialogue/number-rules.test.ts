import { expect, test } from 'vitest'
import { withDigits } from './number-rules.ts'

test.for([
  ['two thousand characters', '2000 characters'],
  ['a hundred and fifty pixels', '150 pixels'],
  ['twelve hundred', '1200'],
  ['ninety-five seconds', '95 seconds'],
  ['three hundred thousand', '300000'],
  ['a couple of minutes', '2 minutes'],
  ['two and a half minutes', '2.5 minutes'],
  ['one and a half hours', '1.5 hours'],
  ['half a dozen stories', '6 stories'],
  ['2k letters', '2000 letters'],
  ['a 4k picture', 'a 4k picture'],
  ['another one, please', 'another one, please'],
] as const)('"%s" becomes "%s"', ([said, digits]) => {
  expect(withDigits(said)).toBe(digits)
})
