import { z } from 'zod'
import { isReadable } from './text.ts'

/** Drawn as nothing, or changes how its neighbours are drawn: format and bidi controls, fillers, variation selectors. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** No script needs more on one letter in a name; with many, a name is drawn over its neighbours. */
const STACKED = /\p{M}{3,}/u

/** Whether every character of a name can be seen where it stands. The cheap rules: lookalikes are for the API to find. */
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

/** By which a name is taken apart: any of its words, and all of it written as one. */
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
