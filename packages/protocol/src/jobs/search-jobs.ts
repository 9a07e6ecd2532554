import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import { endpoint } from '../endpoint.ts'
import { Job, SEARCH_CHARACTERS_MAX } from '../jobs.ts'
import { page, pageQuery } from '../values/page.ts'
import { text } from '../values/text.ts'

/** `new`: newest first. `liked`: by favorites in the last seven days. */
export const searchSorts = ['new', 'liked'] as const
export type SearchSort = (typeof searchSorts)[number]

export const searchJobs = endpoint({
  method: 'GET',
  path: '/job/search',
  summary:
    'Search the feed: by words that went in or came out, the name of the app or of the person, and by meaning. Without `q`, the whole feed in the order of `sort`.',
  caller: 'guest',
  query: z.strictObject({
    ...pageQuery,
    q: text({ min: 1, max: SEARCH_CHARACTERS_MAX }).optional(),
    /** By default the best matches first, or the newest if there's no search text. */
    sort: z.enum(searchSorts).optional(),
    app_id: AppId.optional(),
  }),
  response: page(Job),
  limit: { count: 240, seconds: 60 },
  refusals: [],
})
