import { z } from 'zod'

/** Letters and digits of any script, with single spaces, dots, hyphens, underscores or apostrophes between them. */
const NAME = /^[\p{L}\p{N}\p{M}]+(?:[ ._'’-][\p{L}\p{N}\p{M}]+)*$/u

/** How a person wants to be called. Nothing that hides, reorders or passes for an address or for the house. */
export const UserName = z
  .string()
  .trim()
  .overwrite((name) => name.normalize('NFKC'))
  .refine((name) => [...name].length >= 2, 'must have at least 2 characters')
  .refine((name) => [...name].length <= 32, 'must have at most 32 characters')
  .refine(
    (name) => NAME.test(name),
    'may have letters and digits, with single spaces, dots or hyphens between',
  )
  .refine((name) => !/^0x/i.test(name), 'may not look like an address')
  .refine((name) => !RESERVED.has(nameKey(name)), 'is reserved')
  .meta({ minLength: 2, maxLength: 32 })

const RESERVED = new Set(['infra', 'admin', 'administrator', 'moderator', 'support', 'system'])

/** Two names with the same key are the same name. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ ._'’-]/g, '')
}
