import { z } from 'zod'

/** A line or more of text, trimmed. Bounds count code points, as a person counts, not UTF-16 units. */
export function text({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .refine((value) => [...value].length >= min, `must have at least ${min} characters`)
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ minLength: min, maxLength: max })
}
