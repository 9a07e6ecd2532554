import { z } from 'zod'

/** One or more lines of text, trimmed. Limits count code points, as people do, and not UTF-16 units. */
export function text({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .refine((value) => countCharacters(value) >= min, `must have at least ${min} characters`)
    .refine((value) => countCharacters(value) <= max, `must have at most ${max} characters`)
    .refine((value) => min === 0 || value === '' || isReadable(value), 'must have something to read')
    .meta({ minLength: min, maxLength: max })
}

/** Excludes spaces, control and format characters, and letters that Unicode calls invisible; U+2800 is an empty Braille cell. */
const DRAWN = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether any of it is visible. */
export function isReadable(value: string): boolean {
  return DRAWN.test(value)
}

function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}
