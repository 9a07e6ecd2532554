import type { PriceRule } from '@infra/protocol/apps/price'
import { formatCredits } from '../catalogue/app-facts.ts'

/** A price as a sum, such as `2 credits + 1 × megapixels`. */
export function describePrice({ base, per }: PriceRule): string {
  const grows = per.map(({ of, field, credits }) => `${credits} × ${of === 'amount' ? field : of}`)
  return [formatCredits(base), ...grows].join(' + ')
}
