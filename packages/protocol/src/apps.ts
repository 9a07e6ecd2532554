import { z } from 'zod'
import { AppId, AppManifest } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import { JobFile } from './jobs.ts'

/** An app as the catalogue shows it: what it is, and its current state. */
export const CatalogueApp = AppManifest.extend({
  /** Nodes online that serve it. */
  nodes: z.int(),
  queued: z.int(),
  /** Median over the last day. */
  p50Seconds: z.number().nullable(),
  p90Seconds: z.number().nullable(),
  /**
   * Whether a second machine runs some of its results again: that needs a network that checks its nodes, and an app whose results can be
   * compared.
   */
  isChecked: z.boolean(),
  /** The latest result that people liked. */
  example: z.object({ jobId: z.uuid(), output: JobFile }).nullable(),
})
export type CatalogueApp = z.infer<typeof CatalogueApp>

export const listApps = endpoint({
  method: 'GET',
  path: '/app',
  summary: 'The catalogue.',
  caller: 'anyone',
  // So that pages of other origins may read it.
  scope: 'any',
  response: z.object({ items: z.array(CatalogueApp) }),
  refusals: [],
})

export const getApp = endpoint({
  method: 'GET',
  path: '/app/{id}',
  summary: 'One app.',
  caller: 'anyone',
  // So that pages of other origins may read it.
  scope: 'any',
  params: z.object({ id: AppId }),
  response: CatalogueApp,
  refusals: [],
})
