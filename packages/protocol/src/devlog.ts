import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { integerText } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { text } from './values/text.ts'

/** What an entry is about; every map over them is exhaustive. */
export const devlogKinds = ['feature', 'improvement', 'fix', 'notice'] as const
export const DevlogKind = z.enum(devlogKinds)
export type DevlogKind = z.infer<typeof DevlogKind>

export const DevlogEntry = z.object({
  /** Also the anchor on the page. */
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case, joined by "-"'),
  title: text({ min: 4, max: 120 }),
  date: IsoDate,
  /** The version that contained it. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'must look like 1.0.1'),
  kind: DevlogKind,
  /** Markdown. */
  body: text({ min: 10, max: 6000 }),
  /** The reports that it resolves. */
  closes: z.array(z.uuid()),
})
export type DevlogEntry = z.infer<typeof DevlogEntry>

export const listDevlog = endpoint({
  method: 'GET',
  path: '/devlog',
  summary: 'What changed, newest first.',
  caller: 'anyone',
  query: z.strictObject({
    kind: DevlogKind.optional(),
    limit: integerText({ min: 1, max: 100 }).optional(),
  }),
  response: z.object({ items: z.array(DevlogEntry) }),
  refusals: [],
})
