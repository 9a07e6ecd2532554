import { z } from 'zod'
import { isReadable } from './text.ts'

/** Invisible, or changes how neighboring characters are displayed: format and bidi controls, fillers, variation selectors. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** No script needs more marks on one letter in a name; with many, a name overlaps its neighbors. */
const STACKED = /\p{M}{3,}/u

/** Whether every character of a name is visible in its place. Only cheap rules: the API finds lookalikes. */
export function isPlainName(name: string): boolean {
  return !HIDDEN.test(name) && !STACKED.test(name)
}

/** Words that speak for the network. */
export const reservedWords = [
  'infra',
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'mod',
  'mods',
  'support',
  'official',
  'staff',
  'team',
  'help',
  'helpdesk',
  'system',
  'root',
] as const

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u

/** The parts of a name that are checked: each of its words, and all of it as one word. */
export function wordsOfName(name: string): string[] {
  const words = name.split(SEPARATORS)
  return [...words, words.join('')]
}

/** How an operator calls a machine. */
export const NodeName = z
  .string()
  .trim()
  .overwrite((name) => name.normalize('NFC'))
  .refine((name) => [...name].length >= 1, 'must have at least 1 characters')
  .refine((name) => [...name].length <= 40, 'must have at most 40 characters')
  .refine(isPlainName, 'may have no hidden characters and at most two accents on a letter')
  .refine((name) => name === '' || isReadable(name), 'must have something to read')
  .meta({ minLength: 1, maxLength: 40 })
