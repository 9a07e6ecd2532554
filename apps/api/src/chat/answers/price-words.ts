import type { PriceRule } from '@infra/protocol/apps/price'

const units = {
  megapixels: 'megapixel of the picture',
  characters: 'character',
  seconds: 'second of sound',
  amount: 'unit',
} as const

/** A price in words. */
export function priceWords({ base, per }: PriceRule): string {
  const parts = per.map(({ of, credits }) => `${credits} for each ${units[of]}`)
  return [`${base} ${base === 1 ? 'credit' : 'credits'}`, ...parts].join(' and ')
}
