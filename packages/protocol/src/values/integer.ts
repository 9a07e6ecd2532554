import { z } from 'zod'

interface Bounds {
  min: number
  max: number
}

/** A whole number. `-0` is none: it would be stored as 0, and what was checked must be what is kept. */
export function integer({ min, max }: Bounds) {
  return z
    .int()
    .min(min)
    .max(max)
    .refine((value) => !Object.is(value, -0), 'must be a whole number')
}

/** A whole number in a query, where all is text: decimal digits alone, so that each number is written in one way. */
export function integerText(bounds: Bounds) {
  return z.codec(z.string().regex(/^(0|-?[1-9]\d*)$/, 'must be a whole number'), integer(bounds), {
    decode: Number,
    encode: String,
  })
}
