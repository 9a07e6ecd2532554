import { z } from 'zod'
import { isPlainName } from './name-rules.ts'
import { isReadable } from './text.ts'

export const TAGS_MAX = 8
export const TAG_CHARACTERS_MAX = 24

/** A word that operators sort their nodes by. In lowercase, so that a tag has only one spelling. */
export const NodeTag = z
  .string()
  .trim()
  .overwrite((tag) => tag.normalize('NFC').toLowerCase())
  .refine((tag) => [...tag].length >= 1, 'must have at least 1 characters')
  .refine(
    (tag) => [...tag].length <= TAG_CHARACTERS_MAX,
    `must have at most ${TAG_CHARACTERS_MAX} characters`,
  )
  .refine(isPlainName, 'may have no hidden characters and at most two accents on a letter')
  .refine((tag) => !tag.includes(','), 'may have no comma')
  .refine((tag) => tag === '' || isReadable(tag), 'must have something to read')
  .meta({ minLength: 1, maxLength: TAG_CHARACTERS_MAX })

/** Each once, in order. */
export const NodeTags = z
  .array(NodeTag)
  .max(TAGS_MAX)
  .overwrite((tags) => [...new Set(tags)].toSorted())
