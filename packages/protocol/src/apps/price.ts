import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { FieldName } from './app-field.ts'
import type { AppInput } from './app-input.ts'

/** What a price may depend on, and the field that it's read from. */
export const Measure = z.object({
  of: z.enum(['megapixels', 'characters', 'seconds', 'amount']),
  field: FieldName,
  /** Per unit; may be a fraction, since the total price is rounded up. */
  credits: z.number(),
})

export const PriceRule = z.object({ base: z.int(), per: z.array(Measure) })
export type PriceRule = z.infer<typeof PriceRule>

/** What is known of a file in an input. */
export interface FileFacts {
  width?: number | null
  height?: number | null
  seconds?: number | null
}

export const PRICE_MAX = 1_000_000

/** A job's price in whole credits: the form shows it before submitting, and the API charges by the same function. */
export function priceOf(rule: PriceRule, input: AppInput, files: Record<string, FileFacts>): number {
  const units = rule.per.map(
    (measure) => measure.credits * unitsOf(measure, input[measure.field], files[measure.field]),
  )
  // Avoids rounding errors: 0.1 + 0.2 must not cost a credit more than 0.3.
  const price = Math.ceil(units.reduce((sum, credits) => sum + credits, rule.base) - 1e-9)
  if (!(price <= PRICE_MAX)) throw new Refusal('validation_failed', 'A job of this size is not for sale.')
  return Math.max(1, price)
}

function unitsOf(
  { of }: z.infer<typeof Measure>,
  value: AppInput[string] | undefined,
  file: FileFacts = {},
): number {
  switch (of) {
    case 'megapixels':
      return ((file.width ?? 0) * (file.height ?? 0)) / 1_000_000
    case 'seconds':
      return file.seconds ?? 0
    case 'characters':
      return typeof value === 'string' ? [...value].length : 0
    case 'amount':
      return typeof value === 'number' ? Math.max(0, value) : 0
  }
}
