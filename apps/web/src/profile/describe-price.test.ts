// @vitest-environment happy-dom
import type { PriceRule } from '@infra/protocol/apps/price'
import { expect, test } from 'vitest'
import { describePrice } from './describe-price.ts'

test.each<[PriceRule, string]>([
  [{ base: 1, per: [] }, '1 credit'],
  [{ base: 2, per: [{ of: 'megapixels', field: 'image', credits: 1 }] }, '2 credits + 1 × megapixels'],
  [{ base: 5, per: [{ of: 'amount', field: 'steps', credits: 0.2 }] }, '5 credits + 0.2 × steps'],
])('%o is shown as %s', (rule, shown) => {
  expect(describePrice(rule)).toBe(shown)
})
