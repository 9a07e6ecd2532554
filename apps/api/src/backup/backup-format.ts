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
  /** Ordered so that no row refers to one that isn't there yet. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** For a detached month: the table that it was a partition of. The month is in the schema `archive`. */
      detachedFrom: z.string().optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

/** The name as SQL writes it. */
export const qualifiedName = ({
  name,
  detachedFrom,
}: Pick<Manifest['tables'][number], 'name' | 'detachedFrom'>) =>
  `${detachedFrom === undefined ? 'public' : 'archive'}."${name}"`
