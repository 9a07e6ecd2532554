import { expect, test } from 'vitest'
import { operatorShare } from './ledger-rules.ts'

test.for([
  [1, 1],
  [2, 2],
  [19, 19],
  [20, 19],
  [21, 20],
  [39, 38],
  [40, 38],
  [100, 95],
  [101, 96],
  [1_000_000, 950_000],
] as const)('of a price of %d the operator earns %d', ([price, share]) => {
  expect(operatorShare(price)).toBe(share)
})

test('the share is never more than the price, and never nothing', () => {
  for (let price = 1; price <= 10_000; price++) {
    const share = operatorShare(price)
    expect(Number.isInteger(share) && share >= 1 && share <= price).toBe(true)
  }
})
