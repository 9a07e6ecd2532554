import type { PriceRule } from '@infra/protocol/apps/price'
import { formatCredits } from '../jobs/format-credits.ts'

/** A price as a sum, such as `2 credits + 1 × megapixels`. Parts with the same price are grouped: `0.01 × (left + right)`. */
export function describePrice({ base, per }: PriceRule): string {
  const byCredits = Map.groupBy(per, ({ credits }) => credits)
  const grows = [...byCredits].map(([credits, measures]) => {
    const units = measures.map(({ of, field }) => (of === 'amount' ? field : of))
    return `${credits} × ${units.length === 1 ? units[0] : `(${units.join(' + ')})`}`
  })
  return [formatCredits(base), ...grows].join(' + ')
}
