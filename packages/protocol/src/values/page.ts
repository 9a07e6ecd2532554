import { z } from 'zod'
import { integerText } from './integer.ts'

export const PAGE_LIMIT = 25

/** A list is read by offset, as people page, or by cursor, which costs the same on every page. */
export const pageQuery = {
  offset: integerText({ min: 0, max: 1_000_000 }).optional(),
  limit: integerText({ min: 1, max: 100 }).optional(),
  /** The `next` of the previous page; replaces `offset`. */
  before: z.string().min(1).max(64).optional(),
}

export interface PageQuery {
  offset?: number
  limit?: number
  before?: string
}

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    /** The cursor of the next page; missing on the last. */
    next: z.string().optional(),
  })
}
