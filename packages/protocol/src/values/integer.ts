import { z } from 'zod'

interface Bounds {
  min: number
  max: number
}

/** A whole number. Refuses `-0`, because it would be stored as 0, and what was checked must equal what is stored. */
export function integer({ min, max }: Bounds) {
  return z
    .int()
    .min(min)
    .max(max)
    .refine((value) => !Object.is(value, -0), 'must be a whole number')
}

/** A whole number in a query, which is text: only decimal digits, so that each number has one notation. */
export function integerText(bounds: Bounds) {
  return z.codec(z.string().regex(/^(0|-?[1-9]\d*)$/, 'must be a whole number'), integer(bounds), {
    decode: Number,
    encode: String,
  })
}
