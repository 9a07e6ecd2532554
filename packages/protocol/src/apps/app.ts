import { z } from 'zod'
import { AppField, FieldName } from './app-field.ts'
import { PriceRule } from './price.ts'

export const AppId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/)
export type AppId = z.infer<typeof AppId>

export const outputKinds = ['image', 'svg', 'text', 'json', 'audio'] as const
export const OutputKind = z.enum(outputKinds)
export type OutputKind = z.infer<typeof OutputKind>

/** What an app makes. Text is stored with the job; other outputs are files. */
const AppOutput = z.object({ name: z.string(), kind: OutputKind, label: z.string() })

/** An app of the catalogue, as data. */
export const AppManifest = z.object({
  id: AppId,
  name: z.string(),
  tagline: z.string(),
  /** Markdown. */
  description: z.string(),
  category: z.enum(['image', 'audio', 'text', 'test']),
  /** Increases when the same input would give another output. */
  version: z.int(),
  icon: z.string(),
  fields: z.array(AppField),
  outputs: z.array(AppOutput),
  price: PriceRule,
  /**
   * How to measure which share of the result has been shown while it's written. People who cancel pay for that share. Apps without it show
   * nothing before they're done.
   */
  streams: z.object({ of: z.enum(['tokens', 'characters', 'seconds']), field: FieldName }).optional(),
  limits: z.object({ runSeconds: z.int(), memoryMb: z.int() }),
  /** The packs of weights that a node must have, by name. */
  weights: z.array(z.string()),
  /** The operator chooses the model and runs it in their own program; no pack has its weights. */
  operatorModel: z.literal(true).optional(),
  /** Whose work the app is based on, shown to its users. */
  credits: z.array(z.object({ name: z.string(), licence: z.string() })),
  /** `hidden`: not in the catalogue and never in the feed, for tests of the network itself. `off`: no new jobs. */
  state: z.enum(['published', 'hidden', 'off']),
})
export type AppManifest = z.infer<typeof AppManifest>

/** A manifest that is checked where it's written. */
export function app(manifest: AppManifest): AppManifest {
  return manifest
}
