import { z } from 'zod'

/** Written last: a folder without it is an incomplete backup. */
export const MANIFEST = 'backup.json'
export const TABLES = 'tables'
export const FILES = 'files'

export const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** The newest migration of the database. The restored one is migrated up to it before the rows are inserted. */
  migration: z.string(),
  /** In an order in which no row refers to one that is not there yet. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** For a month that was detached: the table that it was a part of. It is in the schema `archive`. */
      detachedFrom: z.string().optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

/** As SQL names it. */
export const qualifiedName = ({
  name,
  detachedFrom,
}: Pick<Manifest['tables'][number], 'name' | 'detachedFrom'>) =>
  `${detachedFrom === undefined ? 'public' : 'archive'}."${name}"`
