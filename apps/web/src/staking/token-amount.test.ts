import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { exactTokens, readAmount, shownTokens } from './token-amount.ts'

const limit = { max: parseEther('1000000'), have: 'You have' }

test.each([
  ['1', '1'],
  ['1000', '1000'],
  ['12.5', '12.5'],
  ['12,5', '12.5'],
  ['0,001', '0.001'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['  42 ', '42'],
  ['1 000', '1000'],
  ['1\u00a0000,25', '1000.25'],
  ['1’000', '1000'],
  ['1,000.5', '1000.5'],
  ['1.000,5', '1000.5'],
  ['100,000.', '100000'],
  ['007', '7'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['1.5000000000000000000000', '1.5'],
  ['1000000', '1000000'],
])('%o is read as %s', (typed, amount) => {
  expect(readAmount(typed, limit)).toEqual({ amount: parseEther(amount) })
})

test.each([
  ['', 'Enter an amount.'],
  ['   ', 'Enter an amount.'],
  ['0', 'It must be more than zero.'],
  ['0.000', 'It must be more than zero.'],
  ['0,0', 'It must be more than zero.'],
  ['-1', 'Enter a number, such as 1000 or 12.5.'],
  ['+1', 'Enter a number, such as 1000 or 12.5.'],
  ['1e18', 'Enter a number, such as 1000 or 12.5.'],
  ['0x10', 'Enter a number, such as 1000 or 12.5.'],
  ['ten', 'Enter a number, such as 1000 or 12.5.'],
  ['.', 'Enter a number, such as 1000 or 12.5.'],
  ['1,00,0', 'Enter a number, such as 1000 or 12.5.'],
  ['1.2.3', 'Enter a number, such as 1000 or 12.5.'],
  ['NaN', 'Enter a number, such as 1000 or 12.5.'],
  ['Infinity', 'Enter a number, such as 1000 or 12.5.'],
  ['１２', 'Enter a number, such as 1000 or 12.5.'],
  ['9'.repeat(101), 'Enter a number, such as 1000 or 12.5.'],
  ['1,000', '1,000 could be 1000 or 1.000. Enter the one you mean.'],
  ['0.0000000000000000001', 'INFRA has 18 decimals; these are 19.'],
  ['1000000.000000000000000001', 'You have 1000000 INFRA.'],
  ['9'.repeat(90), 'You have 1000000 INFRA.'],
])('%o is refused: %s', (typed, problem) => {
  expect(readAmount(typed, limit)).toEqual({ problem })
})

test('an exact balance can be typed back in, to the last digit', () => {
  const max = 123_456_789_012_345_678_901n
  expect(readAmount(exactTokens(max), { max, have: 'You have' })).toEqual({ amount: max })
})

test.each([
  [0n, '0'],
  [parseEther('20000'), '20,000'],
  [parseEther('1234.56789'), '1,234.5678'],
  [parseEther('0.99999'), '0.9999'],
  [1n, '< 0.0001'],
  [parseEther('1000000000'), '1,000,000,000'],
])('%s is shown as %s, cut off and never rounded up', (amount, shown) => {
  expect(shownTokens(amount)).toBe(shown)
})

test('a ticking figure keeps its number of digits', () => {
  expect(shownTokens(parseEther('1.5'), { digits: 6, fixed: true })).toBe('1.500000')
  expect(shownTokens(1n, { digits: 6, fixed: true })).toBe('0.000000')
})
