import type { PriceRule } from '@infra/protocol/apps/price'

const units = {
  megapixels: 'megapixel of the picture',
  characters: 'character',
  seconds: 'second of sound',
} as const

/** What a field that is priced by its amount counts. */
const amounts: Record<string, string> = { length: 'token', steps: 'step' }
const ADDED = 'pixel that is added at an edge'

/** A price in words. */
export function priceWords({ base, per }: PriceRule): string {
  const parts = per.map(
    ({ of, field, credits }) =>
      `${credits} for each ${of === 'amount' ? (amounts[field] ?? ADDED) : units[of]}`,
  )
  return [`${base} ${base === 1 ? 'credit' : 'credits'}`, ...new Set(parts)].join(' and ')
}
