import { z } from 'zod'

/** No vowels, so that no code is a word, and no letters that are easily confused. */
export const LINK_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Short enough for a person to compare: ABCD-EFGH. */
export const LinkCode = z.string().regex(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
