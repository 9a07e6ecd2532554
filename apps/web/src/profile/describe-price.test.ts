// @vitest-environment happy-dom
import type { PriceRule } from '@infra/protocol/apps/price'
import { expect, test } from 'vitest'
import { describePrice } from './describe-price.ts'

test.each<[PriceRule, string]>([
  [{ base: 1, per: [] }, '1 credit'],
  [{ base: 2, per: [{ of: 'megapixels', field: 'image', credits: 1 }] }, '2 credits + 1 × megapixels'],
  [{ base: 5, per: [{ of: 'amount', field: 'steps', credits: 0.2 }] }, '5 credits + 0.2 × steps'],
  [
    {
      base: 3,
      per: [
        { of: 'megapixels', field: 'image', credits: 0.5 },
        { of: 'amount', field: 'left', credits: 0.01 },
        { of: 'amount', field: 'top', credits: 0.01 },
      ],
    },
    '3 credits + 0.5 × megapixels + 0.01 × (left + top)',
  ],
])('%o is shown as %s', (rule, shown) => {
  expect(describePrice(rule)).toBe(shown)
})
