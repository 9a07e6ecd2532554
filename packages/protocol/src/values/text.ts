import { z } from 'zod'

/** A line or more of text, trimmed. Bounds count code points, as a person counts, not UTF-16 units. */
export function text({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .refine((value) => countCharacters(value) >= min, `must have at least ${min} characters`)
    .refine((value) => countCharacters(value) <= max, `must have at most ${max} characters`)
    .refine((value) => min === 0 || value === '' || isReadable(value), 'must have something to read')
    .meta({ minLength: min, maxLength: max })
}

/** Spaces, control and format characters, and the letters that Unicode says are drawn as nothing; U+2800 is an empty Braille cell. */
const DRAWN = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether anything of it can be seen. */
export function isReadable(value: string): boolean {
  return DRAWN.test(value)
}

function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}
