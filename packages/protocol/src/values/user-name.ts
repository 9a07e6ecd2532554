import { z } from 'zod'
import { isPlainName, reservedWords, wordsOfName } from './name-rules.ts'

/** Letters and digits of any script, with single spaces, dots, hyphens, underscores or apostrophes between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[ ._'’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u

/** The name that a person chooses. It must not hide or reorder anything, or pass for an address or for the network. */
export const UserName = z
  .string()
  .trim()
  .overwrite((name) => name.normalize('NFKC'))
  .refine((name) => [...name].length >= 2, 'must have at least 2 characters')
  .refine((name) => [...name].length <= 32, 'must have at most 32 characters')
  .refine(
    (name) => NAME.test(name) && isPlainName(name),
    'may have letters and digits, with single spaces, dots or hyphens between',
  )
  .refine((name) => !/^0x/i.test(name), 'may not look like an address')
  .refine((name) => !hasReservedWord(name), 'is reserved')
  .meta({ minLength: 2, maxLength: 32 })

const RESERVED: ReadonlySet<string> = new Set(reservedWords)

/** Only finds words in plain letters; the API also finds lookalikes. */
function hasReservedWord(name: string): boolean {
  return wordsOfName(name.toLowerCase()).some((word) => RESERVED.has(word))
}
