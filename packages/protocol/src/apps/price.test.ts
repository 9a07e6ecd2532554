import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { catalogue } from './catalogue.ts'
import { PRICE_MAX, type PriceRule, priceOf } from './price.ts'

const per = (of: PriceRule['per'][number]['of'], credits: number): PriceRule => ({
  base: 1,
  per: [{ of, field: 'it', credits }],
})

test.for([
  ['the base alone', { base: 3, per: [] }, {}, {}, 3],
  ['megapixels, rounded up', per('megapixels', 1), {}, { it: { width: 1000, height: 1001 } }, 3],
  ['exactly one megapixel', per('megapixels', 1), {}, { it: { width: 1000, height: 1000 } }, 2],
  ['characters, as a person counts them', per('characters', 1), { it: '🦊🦊' }, {}, 3],
  ['seconds of sound', per('seconds', 0.5), {}, { it: { seconds: 3 } }, 3],
  ['an amount', per('amount', 2), { it: 4 }, {}, 9],
  ['thirds that make a whole', per('amount', 1 / 3), { it: 3 }, {}, 2],
  ['a file of which nothing is known', per('megapixels', 1), { it: 'id' }, {}, 1],
  ['a sound without a length', per('seconds', 1), {}, { it: { seconds: null } }, 1],
  ['nothing of what it grows with', per('characters', 1), {}, {}, 1],
] as const)('%s', ([, rule, input, files, price]) => {
  expect(priceOf(rule as PriceRule, input, files)).toBe(price)
})

test('floating-point error does not raise the price: 0.1 + 0.2 is 0.3', () => {
  const rule: PriceRule = {
    base: 0,
    per: [
      { of: 'amount', field: 'a', credits: 0.1 },
      { of: 'amount', field: 'b', credits: 0.2 },
    ],
  }
  expect(priceOf(rule, { a: 10, b: 10 }, {})).toBe(3)
  expect(priceOf(rule, { a: 10, b: 11 }, {})).toBe(4)
})

test('[J26] no input has a price below 1', () => {
  const rules: PriceRule[] = [
    { base: 0, per: [] },
    { base: -5, per: [] },
    { base: 0, per: [{ of: 'amount', field: 'it', credits: 1 }] },
    { base: 0, per: [{ of: 'amount', field: 'it', credits: -1 }] },
  ]
  for (const rule of rules) {
    for (const it of [0, -1, -1e9, -0, 0.0001, 1e9]) {
      let price = 1
      try {
        price = priceOf(rule, { it }, {})
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
      expect(price).toBeGreaterThanOrEqual(1)
      expect(Number.isSafeInteger(price)).toBe(true)
    }
  }
})

test('[J26] refuses an input whose price would exceed the maximum', () => {
  const rule = per('amount', 1)
  expect(priceOf(rule, { it: PRICE_MAX - 1 }, {})).toBe(PRICE_MAX)
  for (const it of [PRICE_MAX, 2 ** 53, 1e308, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => priceOf(rule, { it }, {})).toThrow(
      expect.objectContaining({ code: 'validation_failed', name: 'Refusal' }),
    )
  }
})

test('every app has a price for the largest picture and the longest sound that we accept', () => {
  const largest = { width: 8000, height: 5000, seconds: 3600 }
  for (const { price, fields } of catalogue) {
    const files = Object.fromEntries(fields.map(({ name }) => [name, largest]))
    expect(priceOf(price, {}, files)).toBeGreaterThanOrEqual(1)
  }
})
